#include "harness/sweep/boards.h"

#include <fmt/format.h>

#include <optional>
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

class one_board final : public boards {
 public:
  explicit one_board(std::vector<std::string> command)
      : options_{.command = std::move(command)}, worker_(options_) {}

  const json& header() override { return worker_.header(); }
  void lock_clocks(const sm_clock& clock) override {
    lock_.emplace(worker_.header().at("device").at("uuid"), clock);
    options_.command.insert(options_.command.end(), {"--locked-sm-clock", clock.text()});
    worker_ = cases::worker(options_);  // the ceilings are to be those at these clocks
  }
  void sweep(const std::vector<benchmark_case>& cases, const std::map<std::string, double>&,
             run_directory& into, const sweep_run_options& options,
             const sweep_run_observer& observer) override {
    run_sweep(cases, worker_, into, options, observer);
  }
  cases::board_workers& workers() override { return workers_; }

 private:
  std::optional<clock_lock> lock_;  // outlives the worker
  cases::worker_options options_;
  cases::worker worker_;
  cases::only_worker workers_{worker_};
};

class boards_of_ranks final : public boards {
 public:
  boards_of_ranks(std::unique_ptr<ranks::members> ranks, std::uint64_t seed)
      : ranks_(std::move(ranks)), workers_(*ranks_, seed) {}

  const json& header() override { return workers_.header(); }
  void lock_clocks(const sm_clock&) override {
    throw bad_input(
        "--lock-clocks: locks the clocks of one GPU, not those of a job; sudo nvidia-smi -lgc MHZ "
        "on each host does");
  }
  void sweep(const std::vector<benchmark_case>& cases, const std::map<std::string, double>& seconds,
             run_directory& into, const sweep_run_options& options,
             const sweep_run_observer& observer) override {
    ranks::sweep_ranks(cases, seconds, *ranks_, into, options, observer);
  }
  cases::board_workers& workers() override { return workers_; }

 private:
  std::unique_ptr<ranks::members> ranks_;
  ranks::rank_workers workers_;
};

}  // namespace

std::unique_ptr<ranks::members> joined_ranks() {
  if (!ranks::is_launched()) return nullptr;
  auto job = std::make_unique<ranks::mpi_job>();
  if (job->size() == 1) return nullptr;
  if (job->rank() > 0) ranks::serve_as_member(std::move(job));
  return std::make_unique<ranks::members>(std::move(job));
}

std::unique_ptr<boards> boards_named(const std::string& device,
                                     std::unique_ptr<ranks::members> ranks, std::uint64_t seed,
                                     bool is_part) {
  if (ranks) {
    if (device != "auto" && device != "all")
      throw bad_input(fmt::format(
          "--device {}: each rank of a job has a GPU of its own; leave the flag out", device));
    return std::make_unique<boards_of_ranks>(std::move(ranks), seed);
  }
  const bool takes_all = device == "all";
  if (takes_all && device::is_emulation())
    throw bad_input(
        "--device all: this program has no GPU; several ranks of the emulation start by mpirun -n "
        "N");
  if (takes_all && device::count() > 1) throw exit_status{run_on_all_gpus(device::count())};
  auto command = cases::worker_command(cases::this_program(), takes_all ? "auto" : device, seed);
  return std::make_unique<one_board>(is_part ? cases::in_turns(std::move(command))
                                             : std::move(command));
}

}  // namespace retime::sweep
