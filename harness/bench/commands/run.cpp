#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "harness/bench/benchmark_session.h"
#include "harness/bench/commands/measured_sweep.h"
#include "harness/bench/run_summary.h"
#include "harness/files/state_directory.h"
#include "harness/flags/command.h"
#include "harness/flags/help.h"
#include "harness/flags/refusal.h"
#include "harness/host/clock.h"
#include "harness/host/exit_status.h"
#include "harness/record/best_table.h"
#include "harness/record/header.h"
#include "harness/text/output.h"
#include "kernels/device/properties.h"
#include "kernels/support/bad_input.h"
#include "variants/embedded_text.h"

namespace retime::bench {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> benchmark_flags_of(const CLI::App& command) {
  auto extra = command.remaining();
  for (const auto& word : extra) {
    if (!word.starts_with("--benchmark_")) throw bad_input(unknown_word(command, word));
  }
  return extra;
}

/// The table that --tuned names, or that of this GPU, which may have none yet.
std::optional<tune::best_table> table_of(const std::string& named, sweep::boards& device) {
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
planned_sweep tuned_sweep(const planned_sweep& recommended, const run_flags& flags,
                          sweep::boards& device) {
  const auto table = table_of(*flags.tuned, device);
  if (!table) return recommended;
  std::vector<std::string> fixed;
  for (const auto& axis : flags.sweep.axes) fixed.push_back(parse_axis_setting(axis).name);
  planned_sweep changed{.short_inputs = recommended.short_inputs, .compared = recommended.compared};
  std::set<std::string> seen, without_entry;
  for (const auto& each : recommended.cases) {
    auto best = table->tuned(each, fixed);
    if (!best && !each.variant->axes.empty())
      without_entry.insert(each.family->id + "/" + each.variant->id);
    const benchmark_case& chosen = best ? *best : each;
    if (seen.insert(chosen.key).second) changed.cases.push_back(chosen);
    const auto listed = recommended.processes.find(each.key);
    if (listed == recommended.processes.end()) continue;
    auto& processes = changed.processes[chosen.key];
    processes = std::max(processes, listed->second);
    changed.seconds[chosen.key] += recommended.seconds.at(each.key);
  }
  if (!without_entry.empty())
    print_status(
        "--tuned: no entry for {}; their recommended settings run, which are the axes' "
        "defaults\n",
        fmt::join(without_entry, ", "));
  return changed;
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

void print_dry_run(const planned_sweep& sweep, const sweep::sweep_run_options& options) {
  for (const auto& each : sweep.cases) {
    const auto reason = each.variant->invalid(each.point);
    print_result("{}{}\n", each.key, reason ? "  (constraint: " + *reason + ")" : "");
  }
  print_status("{}\n", cost_text(sweep.cases, options));
  if (sweep.claims) print_status("{}\n", claims_line(*sweep.claims, sweep.claims->seconds));
}

std::unique_ptr<sweep::boards> boards_of(const run_flags& flags,
                                         std::unique_ptr<sweep::ranks::members> ranks) {
  const auto& device = flags.sweep.device;
  const auto seed = flags.options().seed;
  if (!flags.profile_once)
    return sweep::boards_to_sweep({.device = device,
                                   .seed = seed,
                                   .locked_clock = flags.locked_clock,
                                   .is_part = flags.part.has_value()},
                                  std::move(ranks));
  if (ranks) throw bad_input("--profile-once: profiles in one process; start it without mpirun");
  return sweep::profiled_in_this_process(device, seed);
}

/// The run of `run` and `verify`.
class command_run {
 public:
  command_run(const run_flags& flags, const std::vector<std::string>& benchmark_flags,
              std::unique_ptr<sweep::ranks::members> ranks)
      : flags_(flags),
        boards_(boards_of(flags, std::move(ranks))),
        sweep_(sweep_of(flags)),
        session_(sweep_.cases, benchmark_flags),
        measured_(flags, *boards_, sweep_, sampling_s_) {}

  int run() {
    if (flags_.dry_run) return print_dry_run(sweep_, options_for(flags_, sweep_, sampling_s_)), 0;
    const auto selected = session_.selected();
    const stopwatch watch;
    if (!selected.empty()) measured_.measure(selected);
    session_.report(measured_.results());
    if (fs::exists(measured_.path())) print_end(watch.s());
    return measured_.exit_status();
  }

 private:
  planned_sweep sweep_of(const run_flags& flags) {
    sweep_request request = flags.sweep.request();
    request.as_printed = !flags.tuned;
    const bool is_gpu = flags.timed && !device::is_emulation();
    claim_list listed;
    if (takes_listed(request, is_gpu))
      listed = claim_list_from(embedded_text("claim_cases.json"), request);
    sampling_s_ = listed.sampling_s;
    auto sweep = plan_sweep(request, listed, is_gpu);
    if (flags.tuned) sweep = tuned_sweep(sweep, flags, *boards_);
    const bool decides = flags.timed && !flags.tuned && sweep.claims && sweep.claims->claims_in_all;
    if (!decides) sweep.claims.reset();
    if (flags.part) {
      sweep.cases = sweep::cases_of(*flags.part, sweep.cases, sweep.seconds, sweep.compared);
      sweep.claims.reset();
      if (sweep.cases.empty())
        throw bad_input(fmt::format("--shard {}/{}: has no case; give fewer parts",
                                    flags.part->index, flags.part->count));
    }
    return sweep;
  }

  /// What the folder holds now, what to do with it, and, as the last line of all results, its name.
  void print_end(double took_s) const {
    const auto path = measured_.path().string();
    if (!flags_.quiet) {
      const auto run = read_run(path, open_line::skip);
      write_result(summary_text(run, result_style()));
      if (sweep_.claims && !is_interrupted())
        print_status("{}\n", claims_line(*sweep_.claims, took_s));
      if (flags_.timed && !is_interrupted())
        print_status("next: {} show {}; a report: python -m plots {}\n", command_line().front(),
                     path, path);
    }
    print_result("{}\n", path);
  }

  const run_flags& flags_;
  std::unique_ptr<sweep::boards> boards_;
  double sampling_s_ = 0;  ///< of a listed case in a process; 0 where none is taken
  planned_sweep sweep_;
  benchmark_session session_;
  measured_sweep measured_;
};

int run(const run_flags& flags, const std::vector<std::string>& benchmark_flags,
        std::unique_ptr<sweep::ranks::members> ranks) {
  flags.check();
  return command_run(flags, benchmark_flags, std::move(ranks)).run();
}

void add(CLI::App& command, bool timed) {
  auto flags = std::make_shared<run_flags>(timed);
  flags->add_to(command);
  if (timed)
    command.footer(
        "Flags of Google Benchmark (--benchmark_filter, --benchmark_list_tests, --benchmark_out, "
        "...) work too.");
  add_example(command, example_cases() + (timed ? " -o sizes" : ""));
  command.allow_extras();
  command.callback([flags, &command] {
    auto ranks = sweep::joined_ranks();
    flags->check_together(command);
    const int status = run(*flags, benchmark_flags_of(command), std::move(ranks));
    if (status != 0) throw exit_status{status};
  });
}

const bool has_run = register_command({.id = "run",
                                       .help = "Verify and time cases, and write their records",
                                       .chapter = "Measure",
                                       .place = 20,
                                       .add = [](CLI::App& command) { add(command, true); }});
const bool has_verify =
    register_command({.id = "verify",
                      .help = "Verify cases against their reference, without timing",
                      .chapter = "Measure",
                      .place = 30,
                      .add = [](CLI::App& command) { add(command, false); }});

}  // namespace
}  // namespace retime::bench
