#include "harness/bench/commands/run_flags.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/files/json_output.h"
#include "harness/files/write_file.h"
#include "harness/flags/common_flags.h"
#include "harness/measure/stopping_rule.h"
#include "harness/sweep/boards.h"
#include "kernels/device/properties.h"
#include "kernels/support/bad_input.h"

namespace retime::bench {
namespace {

constexpr std::size_t interleaved_rounds = 10;  // fewer pairs do not show how much pairs differ

/// `verify` and the profile smoke ask whether all runs, not how long it takes.
std::string processes_of(const run_flags& flags) {
  if (!flags.processes.empty()) return flags.processes;
  return flags.timed && flags.sweep.profile != "smoke" ? "auto" : "1";
}

void add_common(CLI::App& command, run_flags& flags) {
  flags.sweep.add_to(command);
  command.get_option("--profile")
      ->description(
          "Sizes to sweep; claims: every case that decides a claim of a paper. On a GPU and "
          "without --axis, run's quick takes of those cases as many as decide most claims in five "
          "minutes")
      ->type_name("smoke|quick|claims|paper");
  sweep::name_boards(command);
  command
      .add_option_function<std::string>(
          "--tuned", [&flags](const std::string& file) { flags.tuned = file; },
          "Run each case with the configuration that `retime tune` found for the nearest size, "
          "or, where it found none, with the recommended one; FILE: its best.json, else that of "
          "this GPU. Without --tuned, what stands under a paper's label runs as printed")
      ->type_name("[FILE]")
      ->expected(0, 1);
  command
      .add_option_function<std::string>(
          "--shard", [&flags](const std::string& text) { flags.part = sweep::shard_named(text); },
          "The I-th of N parts, which take about as long; `retime merge` makes one run of them")
      ->type_name("I/N");
  command.add_flag("--dry-run", flags.dry_run,
                   "Name the cases, and how long sampling them takes at most, and end");
}

void add_output(CLI::App& command, run_flags& flags) {
  begin_group(command, "Output");
  add_run_folder(command, flags.out, "Folder of the run");
  command.add_flag("--resume", flags.resume,
                   "Go on with the run in --out: cases it holds are not run again");
  command
      .add_option("--save", flags.save,
                  "Write each case's final arrays below DIR as .npy, float32 where that is exact")
      ->type_name("DIR");
  command.add_flag("-q,--quiet", flags.quiet, "Print the folder's name alone");
}

void add_measuring(CLI::App& command, run_flags& flags) {
  begin_group(command, "Measuring");
  command
      .add_option("--processes", flags.processes,
                  "Fresh processes that each case is measured in; auto adds some until the "
                  "precision is met or the budget ends")
      ->type_name("auto|N")
      ->default_str("auto; in profile smoke 1; of a claim's case as many as decide it");
  add_precision(command, flags.precision, "the");
  add_seconds(command, "--budget", "Time that sampling a case may take in all its processes",
              [&flags](double seconds) { flags.budget_s = seconds; })
      ->default_str("10s; in profile smoke 1s; of a claim's case little in each process");
  const auto stopping_rules = forms<stopping_rule_form>::all();
  if (stopping_rules.size() > 1) {
    std::string help = "When the samples of a process are enough";
    for (const auto& rule : stopping_rules) help += "; " + rule.id + ": " + rule.help;
    command.add_option("--stop", flags.stop, help)
        ->type_name(forms<stopping_rule_form>::ids("|"))
        ->capture_default_str();
  }
  add_cache(command, flags.cache);
  add_timeout(command, flags.timeout_s, case_timeout_help);
  command.add_flag("--interleave", flags.interleave,
                   "Each process takes the cases in a seeded random order of its own, at least ten "
                   "processes unless --processes says otherwise, so that drift falls on all alike");
}

void add_profiling(CLI::App& command, run_flags& flags) {
  begin_group(command, "Profiling");
  command.add_flag_callback(
      "--profile-once",
      [&flags] {
        flags.profile_once = true;
        flags.timed = false;
      },
      "Time nothing: verify each case, then run it once more between cudaProfilerStart() and "
      "cudaProfilerStop(), in an NVTX range named by its key, all in this process; for `ncu "
      "--profile-from-start off` and `nsys profile -c cudaProfilerApi`");
}

void add_verifying(CLI::App& command, run_flags& flags) {
  begin_group(command, "Verifying");
  command
      .add_option("--shuffle", flags.shuffle,
                  "Draw the order in which threads and blocks run, and where they take turns, from "
                  "SEED; in emulation alone")
      ->type_name("SEED");
  add_timeout(command, flags.timeout_s, case_timeout_help);
}

}  // namespace

void run_flags::add_to(CLI::App& command) {
  add_common(command, *this);
  if (timed) {
    add_measuring(command, *this);
    sweep::add_lock_clocks(command, locked_clock);
    add_profiling(command, *this);
  } else {
    add_verifying(command, *this);
  }
  add_output(command, *this);
}

void run_flags::check_together(const CLI::App& command) const {
  if (!profile_once) return;
  for (const auto* other : {"--processes", "--precision", "--budget", "--cache", "--interleave",
                            "--timeout", "--shard", "--lock-clocks", "--stop"}) {
    const auto* flag = command.get_option_no_throw(other);
    if (flag != nullptr && flag->count() > 0)
      throw bad_input(fmt::format(
          "--profile-once: runs each case in this process and times nothing; leave out {}", other));
  }
}

void run_flags::check() const {
  if (shuffle && *shuffle < 0)
    throw bad_input(fmt::format("--shuffle {}: a seed, at least 0", *shuffle));
  if (shuffle && !device::is_emulation())
    throw bad_input(
        "--shuffle: the order of a GPU's threads cannot be chosen; retime-emulated can");
  if (profile_once && sweep.device == "all")
    throw bad_input("--profile-once: profiles in one process, which has one GPU; --device cuda:N");
  if (locked_clock && part)
    throw bad_input(
        "--lock-clocks: the first part that ended would unlock those of the others; leave out "
        "--shard");
  sweep::check_lock_clocks(locked_clock, sweep.device);
  sweep::check_precision(precision);
  sweep::cache_named(cache);
  stopping_rule_named(stop);
  if (resume && out.empty()) throw bad_input("--resume: name the run to go on with by --out DIR");
  check_folder(out, "--out");
  check_folder(save, "--save");
}

sweep::sweep_run_options run_flags::options() const {
  sweep::sweep_run_options options{
      .processes = sweep::plan_of(processes_of(*this)),
      .timed = timed,
      .shuffled = interleave,
      .cache = cache,
      .stop = stop,
      .seed = static_cast<std::uint64_t>(sweep.seed.value_or(1)),
      .timeout_s = timeout_s,
      .save = save,
      .thread_order = shuffle ? std::optional<std::uint64_t>(*shuffle) : std::nullopt};
  if (interleave && processes.empty()) options.processes.least = interleaved_rounds;
  options.processes.precision = precision;
  // Smoke asks whether all runs: on a busy machine each case would use up the whole budget.
  options.processes.budget_s = budget_s.value_or(sweep.profile == "smoke" ? 1 : 10);
  return options;
}

std::map<std::string, sweep::process_plan> run_flags::own_processes(const planned_sweep& planned,
                                                                    double sampling_s) const {
  std::map<std::string, sweep::process_plan> plans;
  if (!leaves_processes_open()) return plans;
  for (const auto& [key, count] : planned.processes) {
    auto plan = sweep::exactly(count, sampling_s, precision);
    if (budget_s) plan.budget_s = *budget_s;
    plans.emplace(key, plan);
  }
  return plans;
}

nlohmann::json run_flags::measuring(double sampling_s) const {
  nlohmann::json same = measuring_of_whole(sampling_s);
  if (part) same["shard"] = fmt::format("{}/{}", part->index, part->count);
  return same;
}

nlohmann::json run_flags::measuring_of_whole(double sampling_s) const {
  if (profile_once) return {{"timed", false}, {"profile_once", true}};
  if (!timed) return {{"timed", false}, {"shuffle", or_null(shuffle)}};
  const auto plan = options().processes;
  nlohmann::json same{
      {"timed", true},  {"precision", plan.precision},          {"budget_s", plan.budget_s},
      {"cache", cache}, {"processes", {plan.least, plan.most}}, {"interleave", interleave}};
  if (stop != default_stopping_rule) same["stop"] = stop;
  if (sampling_s > 0 && leaves_processes_open() && !budget_s)
    same["listed_sampling_s"] = sampling_s;
  return same;
}

}  // namespace retime::bench
