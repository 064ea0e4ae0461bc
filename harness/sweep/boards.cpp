#include "harness/sweep/boards.h"

#include <fmt/format.h>

#include <utility>

#include "harness/host/exit_status.h"
#include "harness/sweep/ranks/member.h"
#include "harness/sweep/ranks/mpirun.h"
#include "harness/sweep/ranks/rank_workers.h"
#include "harness/sweep/ranks/sweep_ranks.h"
#include "kernels/device/properties.h"
#include "kernels/support/bad_input.h"

namespace retime::sweep {
namespace {

using nlohmann::json;

/// A worker whose device's clock is locked before the worker is first asked.
class locked_worker {
 public:
  locked_worker(std::vector<std::string> command, std::optional<sm_clock> clock)
      : options_{.command = std::move(command)}, clock_(clock), worker_(options_) {}

  cases::worker& get() {
    if (clock_ && !lock_) {
      lock_.emplace(worker_.header().at("device").at("uuid"), *clock_);
      options_.command.insert(options_.command.end(), {"--locked-sm-clock", clock_->text()});
      worker_ = cases::worker(options_);  // the ceilings are to be those at this clock
    }
    return worker_;
  }

 private:
  cases::worker_options options_;
  std::optional<sm_clock> clock_;
  std::optional<clock_lock> lock_;  // outlives the worker
  cases::worker worker_;
};

class one_board final : public boards {
 public:
  explicit one_board(std::unique_ptr<locked_worker> worker) : worker_(std::move(worker)) {}

  const json& header() override { return worker_->get().header(); }
  void sweep(const std::vector<benchmark_case>& cases, const std::map<std::string, double>&,
             run_directory& into, const sweep_run_options& options,
             const sweep_run_observer& observer) override {
    run_sweep(cases, worker_->get(), into, options, observer);
  }

 private:
  std::unique_ptr<locked_worker> worker_;
};

/// Answers before it is waited for.
class one_board_to_ask final : public cases::board_workers {
 public:
  explicit one_board_to_ask(std::unique_ptr<locked_worker> worker) : worker_(std::move(worker)) {}

  const json& header() override { return worker_->get().header(); }
  std::size_t count() const override { return 1; }
  bool is_lost(std::size_t) const override { return false; }
  std::string name(std::size_t) const override { return ""; }
  void keep_losses_in(const std::filesystem::path&) override {}
  void ask(std::size_t board, const std::string&, const json& request, double timeout_s) override {
    answer_ = {board, worker_->get().ask(request, timeout_s)};
  }
  cases::board_answer wait() override { return std::move(answer_); }

 private:
  std::unique_ptr<locked_worker> worker_;
  cases::board_answer answer_;
};

class boards_of_ranks final : public boards {
 public:
  boards_of_ranks(std::unique_ptr<ranks::members> ranks, std::uint64_t seed)
      : ranks_(std::move(ranks)), seed_(seed) {}

  const json& header() override { return ranks_->header(seed_); }
  void sweep(const std::vector<benchmark_case>& cases, const std::map<std::string, double>& seconds,
             run_directory& into, const sweep_run_options& options,
             const sweep_run_observer& observer) override {
    ranks::sweep_ranks(cases, seconds, *ranks_, into, options, observer);
  }

 private:
  std::unique_ptr<ranks::members> ranks_;
  std::uint64_t seed_;
};

void check_for_ranks(const board_choice& choice) {
  if (choice.device != "auto" && choice.device != "all")
    throw bad_input(fmt::format(
        "--device {}: each rank of a job has a GPU of its own; leave the flag out", choice.device));
  if (choice.locked_clock)
    throw bad_input(
        "--lock-clocks: locks the clocks of one GPU, not those of a job; sudo nvidia-smi -lgc MHZ "
        "on each host does");
}

std::unique_ptr<locked_worker> worker_on(const board_choice& choice) {
  const bool takes_all = choice.device == "all";
  if (takes_all && device::is_emulation())
    throw bad_input(
        "--device all: this program has no GPU; several ranks of the emulation start by mpirun -n "
        "N");
  if (takes_all && device::count() > 1) throw exit_status{run_on_all_gpus(device::count())};
  auto command =
      cases::worker_command(cases::this_program(), takes_all ? "auto" : choice.device, choice.seed);
  if (choice.is_part) command = cases::in_turns(std::move(command));
  return std::make_unique<locked_worker>(std::move(command), choice.locked_clock);
}

}  // namespace

std::unique_ptr<ranks::members> joined_ranks() {
  if (!ranks::is_launched()) return nullptr;
  auto job = std::make_unique<ranks::mpi_job>();
  if (job->size() == 1) return nullptr;
  if (job->rank() > 0) ranks::serve_as_member(std::move(job));
  return std::make_unique<ranks::members>(std::move(job));
}

std::unique_ptr<boards> boards_to_sweep(const board_choice& choice,
                                        std::unique_ptr<ranks::members> ranks) {
  if (!ranks) return std::make_unique<one_board>(worker_on(choice));
  check_for_ranks(choice);
  return std::make_unique<boards_of_ranks>(std::move(ranks), choice.seed);
}

std::unique_ptr<cases::board_workers> boards_to_ask(const board_choice& choice,
                                                    std::unique_ptr<ranks::members> ranks) {
  if (!ranks) return std::make_unique<one_board_to_ask>(worker_on(choice));
  check_for_ranks(choice);
  return std::make_unique<ranks::rank_workers>(std::move(ranks), choice.seed);
}

}  // namespace retime::sweep
