#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "harness/cli/boards.h"
#include "harness/cli/commands.h"
#include "harness/cli/floating_clocks.h"
#include "harness/cli/progress.h"
#include "harness/cli/refusal.h"
#include "harness/cli/run_flags.h"
#include "harness/cli/this_process.h"
#include "harness/record/header.h"
#include "harness/record/run_directory.h"
#include "harness/registry/planned_sweep.h"
#include "harness/run/benchmark_session.h"
#include "harness/support/clock.h"
#include "harness/support/exit_status.h"
#include "harness/support/interrupt.h"
#include "harness/support/output.h"
#include "harness/support/state_directory.h"
#include "harness/tune/device/best_table.h"
#include "kernels/device/properties.h"
#include "kernels/support/bad_input.h"
#include "variants/claim_cases.h"

namespace retime {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::vector<std::string> benchmark_flags_of(const CLI::App& command) {
  auto extra = command.remaining();
  for (const auto& word : extra) {
    if (!word.starts_with("--benchmark_")) throw bad_input(unknown_word(command, word));
  }
  return extra;
}

/// The table that --tuned names, or that of this GPU, which may have none yet.
std::optional<tune::best_table> table_of(const std::string& named, boards& device) {
  if (!named.empty()) return tune::best_table::read(named);
  const fs::path file = default_table(device.header().at("device").at("name"));
  if (fs::exists(file)) return tune::best_table::read(file);
  print_status(
      "--tuned: this GPU has no table yet ({}); the recommended settings run, which are the "
      "axes' defaults\n",
      file.string());
  return std::nullopt;
}

/// The cases with the configurations that a tuning run found; axes that the user names stay.
planned_sweep tuned(const planned_sweep& recommended, const run_flags& flags, boards& device) {
  const auto table = table_of(*flags.tuned, device);
  if (!table) return recommended;
  std::vector<std::string> fixed;
  for (const auto& axis : flags.sweep.axes) fixed.push_back(parse_axis_setting(axis).name);
  planned_sweep changed{.short_inputs = recommended.short_inputs, .compared = recommended.compared};
  std::set<std::string> seen, without_entry;
  for (const auto& what : recommended.cases) {
    auto best = table->tuned(what, fixed);
    if (!best && !what.variant->axes.empty())
      without_entry.insert(what.family->id + "/" + what.variant->id);
    const benchmark_case& taken = best ? *best : what;
    if (seen.insert(taken.key).second) changed.cases.push_back(taken);
    const auto listed = recommended.processes.find(what.key);
    if (listed == recommended.processes.end()) continue;
    auto& processes = changed.processes[taken.key];
    processes = std::max(processes, listed->second);
    changed.seconds[taken.key] += recommended.seconds.at(what.key);
  }
  if (!without_entry.empty())
    print_status(
        "--tuned: no entry for {}; their recommended settings run, which are the axes' "
        "defaults\n",
        fmt::join(without_entry, ", "));
  return changed;
}

bool is_right(status outcome) {
  return outcome == status::correct || outcome == status::constraint ||
         outcome == status::out_of_memory;
}

/// What a run's cases decide, and what the other claims would take.
std::string claims_line(const claim_choice& claims, double took_s) {
  std::string line = fmt::format("cases of {} of the {} claims that a run can decide, {:.0f} s",
                                 claims.claims, claims.claims_in_all, took_s);
  if (!claims.has_all())
    line +=
        fmt::format("; the other {} by --profile claims, about {:.0f} s more",
                    claims.claims_in_all - claims.claims, claims.seconds_in_all - claims.seconds);
  return line;
}

void print_dry_run(const planned_sweep& sweep) {
  for (const auto& what : sweep.cases) {
    const auto why = what.variant->invalid(what.at);
    print_result("{}{}\n", what.key, why ? "  (constraint: " + *why + ")" : "");
  }
  print_status("{} cases\n", sweep.cases.size());
  if (sweep.claims) print_status("{}\n", claims_line(*sweep.claims, sweep.claims->seconds));
}

std::unique_ptr<boards> boards_of(const run_flags& flags, std::unique_ptr<ranks::members> ranks,
                                  std::uint64_t seed) {
  const auto& device = flags.sweep.device;
  if (!flags.profile_once)
    return boards_named(device, std::move(ranks), seed, flags.part.has_value());
  if (ranks) throw bad_input("--profile-once: profiles in one process; start it without mpirun");
  return profiled_in_this_process(device, seed);
}

/// The run of `run` and `verify`.
class command_run {
 public:
  command_run(const run_flags& flags, const std::vector<std::string>& benchmark_flags,
              std::unique_ptr<ranks::members> ranks)
      : flags_(flags),
        options_(flags.options()),
        boards_(boards_of(flags, std::move(ranks), options_.seed)),
        sweep_(sweep_of(flags)),
        session_(sweep_.cases, benchmark_flags) {
    options_.own_processes = flags.own_processes(sweep_, sampling_s_);
    options_.short_inputs = sweep_.short_inputs;
    options_.compared = sweep_.compared;
  }

  /// Exit status: 0 if every case of the folder that could run is correct, else 1.
  int run() {
    if (flags_.dry_run) return print_dry_run(sweep_), 0;
    const auto wanted = session_.selected();
    if (!wanted.empty()) measure(wanted);
    session_.report(results_);
    if (fs::exists(path_)) print_result("{}\n", path_.string());
    if (is_interrupted()) return interrupted_status;
    return all_right_ ? 0 : 1;
  }

 private:
  planned_sweep sweep_of(const run_flags& flags) {
    sweep_request request = flags.sweep.request();
    request.as_printed = !flags.tuned;
    const bool is_gpu = flags.timed && !device::is_emulation();
    claim_list listed;
    if (takes_listed(request, is_gpu)) listed = claim_list_from(claim_cases_text(), request);
    sampling_s_ = listed.sampling_s;
    auto sweep = plan_sweep(request, listed, is_gpu);
    if (flags.tuned) sweep = tuned(sweep, flags, *boards_);
    const bool decides = flags.timed && !flags.tuned && sweep.claims && sweep.claims->claims_in_all;
    if (!decides) sweep.claims.reset();
    if (flags.part) {
      sweep.cases = cases_of(*flags.part, sweep.cases, sweep.seconds, sweep.compared);
      sweep.claims.reset();
      if (sweep.cases.empty())
        throw bad_input(fmt::format("--shard {}/{}: has no case; give fewer parts",
                                    flags.part->which, flags.part->count));
    }
    return sweep;
  }

  json header() {
    if (flags_.locked_clock) boards_->lock_clocks(*flags_.locked_clock);
    json header = boards_->header();
    header["argv"] = command_line();
    header["measuring"] = flags_.measuring(sampling_s_);
    return header;
  }

  void measure(const std::vector<benchmark_case>& cases) {
    const json now = header();
    path_ =
        flags_.out.empty() ? default_run_path(now.at("device").at("name")) : fs::path(flags_.out);
    auto folder =
        flags_.resume ? run_directory::resume(path_, now) : run_directory::create(path_, now);
    std::size_t left = 0, turns = 0;
    for (const auto& one : cases) {
      if (folder.has(one.key)) continue;
      ++left;
      turns += options_.plan_of(one.key).least;
    }
    if (flags_.resume)
      print_status("{} of {} cases are there{}\n", cases.size() - left, cases.size(),
                   left == 0 ? ": the run is complete" : "");
    progress shown(turns);
    const stopwatch watch;
    note_interrupts();
    boards_->sweep(cases, sweep_.seconds, folder, options_,
                   {.begins = [&](const case_turn& turn) { shown.begin(turn); },
                    .has_record =
                        [&](const recorded_case& result) {
                          shown.end(result);
                          results_.insert_or_assign(result.key, result);
                        },
                    .is_interrupted = is_interrupted});
    all_right_ = std::ranges::all_of(folder.outcomes(), is_right,
                                     [](const auto& one) { return one.second; });
    if (is_interrupted())
      print_status("interrupted; the same command with --resume --out {} goes on\n",
                   path_.string());
    report_noise();
    if (const auto line = floating_clocks(results_, flags_.locked_clock.has_value()))
      print_status("{}\n", *line);
    if (sweep_.claims && !is_interrupted())
      print_status("{}\n", claims_line(*sweep_.claims, watch.s()));
  }

  void report_noise() const {
    const auto noisy = std::ranges::count_if(results_, [](const auto& one) {
      const recorded_times* times = one.second.measured();
      return times != nullptr && times->noisy;
    });
    if (noisy > 0)
      print_status("{} of {} cases are noisy: half their interval is wider than {:.3g} %\n", noisy,
                   results_.size(), 100 * options_.processes.precision);
  }

  const run_flags& flags_;
  sweep_run_options options_;
  std::unique_ptr<boards> boards_;
  double sampling_s_ = 0;  ///< of a listed case in a process; 0 where none is taken
  planned_sweep sweep_;
  benchmark_session session_;
  fs::path path_;
  std::map<std::string, recorded_case> results_;  ///< of this call
  bool all_right_ = true;
};

int run(const run_flags& flags, const std::vector<std::string>& benchmark_flags,
        std::unique_ptr<ranks::members> ranks) {
  flags.check();
  return command_run(flags, benchmark_flags, std::move(ranks)).run();
}

void add(CLI::App& app, const char* name, const char* help, bool timed) {
  auto* command = app.add_subcommand(name, help);
  auto given = std::make_shared<run_flags>(timed);
  given->add_to(*command);
  if (timed)
    command->footer(
        "Flags of Google Benchmark (--benchmark_filter, --benchmark_list_tests, --benchmark_out, "
        "...) work too.");
  command->allow_extras();
  command->callback([given, command] {
    auto ranks = joined_ranks();
    given->check_together(*command);
    const int status = run(*given, benchmark_flags_of(*command), std::move(ranks));
    if (status != 0) throw exit_status{status};
  });
}

}  // namespace

void add_run(CLI::App& app) {
  add(app, "run", "Verify and time cases, and write their records", true);
}
void add_verify(CLI::App& app) {
  add(app, "verify", "Verify cases against their reference, without timing", false);
}

}  // namespace retime
