#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "harness/cli/commands.h"
#include "harness/cli/progress.h"
#include "harness/cli/sweep_flags.h"
#include "harness/measure/calibration.h"
#include "harness/record/header.h"
#include "harness/record/run_directory.h"
#include "harness/run/benchmark_session.h"
#include "harness/run/case_runner.h"
#include "harness/support/exit_status.h"
#include "harness/support/state_directory.h"
#include "harness/tune/device/best_table.h"
#include "kernels/device/errors.h"
#include "kernels/device/properties.h"
#include "kernels/support/bad_input.h"

namespace retime {
namespace {

namespace fs = std::filesystem;

struct run_flags {
  sweep_flags sweep;
  double precision = 0.01;
  std::optional<double> budget_s;
  std::string out, save, cache = "warm";
  std::optional<std::string> tuned;  ///< empty: the table of this GPU
  bool resume = false, dry_run = false, interleave = false, timed = true;
};

void check(const run_flags& flags) {
  check_precision(flags.precision);
  if (flags.budget_s && !(*flags.budget_s > 0))
    throw bad_input(fmt::format("--budget {}: seconds, above 0", *flags.budget_s));
  cache_named(flags.cache);
  if (flags.resume && flags.out.empty())
    throw bad_input("--resume: name the run to go on with by --out DIR");
}

run_options options_of(const run_flags& flags) {
  run_options options;
  options.measuring.precision = flags.precision;
  // Smoke asks whether all runs: on a busy machine each case would use up the whole budget.
  options.measuring.budget_s = flags.budget_s.value_or(flags.sweep.profile == "smoke" ? 1 : 10);
  options.measuring.cache = cache_named(flags.cache);
  options.measuring.seed = static_cast<std::uint64_t>(flags.sweep.seed.value_or(1));
  options.timed = flags.timed;
  options.ceiling_bytes_per_s = calibrate().copy_bytes_per_s;
  if (!flags.save.empty()) options.save = flags.save;
  return options;
}

std::vector<std::string> benchmark_flags_of(const std::vector<std::string>& extra) {
  for (const auto& flag : extra) {
    if (!flag.starts_with("--benchmark_")) {
      throw bad_input(fmt::format("{}: no such flag; `retime run --help` names them", flag));
    }
  }
  return extra;
}

/// A memory fault takes the whole CUDA context with it; every later case would fail for that alone.
void check_device_is_alive(const std::string& key, const fs::path& path) {
  try {
    device::current();
  } catch (const device::error& error) {
    throw std::runtime_error(fmt::format(
        "{} took the device down ({}); the record is kept, go on with --resume --out {}", key,
        error.what(), path.string()));
  }
}

/// The cases with the configurations that a tuning run found; axes that the user names stay.
std::vector<benchmark_case> tuned(const std::vector<benchmark_case>& cases,
                                  const run_flags& flags) {
  if (flags.tuned->empty()) select_device(flags.sweep.device);
  const fs::path file =
      flags.tuned->empty() ? default_table(device::current().name) : fs::path(*flags.tuned);
  if (flags.tuned->empty() && !fs::exists(file)) {
    throw bad_input(fmt::format(
        "--tuned: this GPU has no table yet ({}); `retime tune` writes it, or name a FILE",
        file.string()));
  }
  const auto table = tune::best_table::read(file);
  std::vector<std::string> fixed;
  for (const auto& axis : flags.sweep.axes) fixed.push_back(parse_axis_setting(axis).name);
  std::vector<benchmark_case> changed;
  std::set<std::string> seen;
  for (const auto& what : cases) {
    auto best = table.tuned(what, fixed);
    if (!best && !what.variant->axes.empty())
      fmt::print(stderr, "--tuned: no entry for {}/{}: its default configuration runs\n",
                 what.family->id, what.variant->id);
    if (seen.insert(best.value_or(what).key).second) changed.push_back(best.value_or(what));
  }
  return changed;
}

/// Exit status: 0 if every case that could run is correct, else 1.
int run(const run_flags& flags, const std::vector<std::string>& benchmark_flags) {
  check(flags);
  auto cases = expand(flags.sweep.request());
  if (flags.tuned) cases = tuned(cases, flags);
  if (flags.dry_run) {
    for (const auto& what : cases) {
      const auto why = what.variant->invalid(what.at);
      fmt::print("{}{}\n", what.key, why ? "  (constraint: " + *why + ")" : "");
    }
    fmt::print(stderr, "{} cases\n", cases.size());
    return 0;
  }
  select_device(flags.sweep.device);
  const auto options = options_of(flags);
  auto header = make_header(options.measuring.seed);
  const fs::path path =
      flags.out.empty() ? default_run_path(device::current().name) : fs::path(flags.out);
  auto directory =
      flags.resume ? run_directory::resume(path, header) : run_directory::create(path, header);

  std::vector<benchmark_case> left;
  for (const auto& what : cases) {
    if (!directory.has(what.key)) left.push_back(what);
  }
  progress shown(left.size());
  case_runner runner(options);
  std::map<std::string, record> interleaved;
  const auto run_all_interleaved = [&] {
    for (auto& result : runner.run_interleaved(left)) {
      interleaved.insert_or_assign(result.what.key, std::move(result));
    }
  };
  bool all_correct = true;
  run_session(left, benchmark_flags, [&](const benchmark_case& what) {
    shown.begin(what.key);
    if (flags.interleave && interleaved.empty()) run_all_interleaved();
    record result = flags.interleave ? interleaved.at(what.key) : runner.run(what);
    directory.append(to_json(result));
    shown.end(result);
    if (result.outcome == status::runtime_error) check_device_is_alive(what.key, path);
    all_correct &= result.outcome == status::correct || result.outcome == status::constraint ||
                   result.outcome == status::out_of_memory;
    return result;
  });
  if (fs::exists(path)) fmt::print("{}\n", path.string());
  return all_correct ? 0 : 1;
}

void add(CLI::App& app, const char* name, const char* help, bool timed) {
  auto* command = app.add_subcommand(name, help);
  auto given = std::make_shared<run_flags>();
  given->timed = timed;
  given->sweep.add_to(*command);
  command
      ->add_option("--out", given->out,
                   "Folder of the run; default runs/<time>-<device> in $XDG_STATE_HOME/retime or "
                   "~/.local/state/retime")
      ->type_name("DIR");
  command->add_flag("--resume", given->resume,
                    "Go on with the run in --out: cases it holds are not run again");
  command->add_option("--save", given->save, "Write each case's final arrays below DIR as .npy")
      ->type_name("DIR");
  auto* tuned = command
                    ->add_option("--tuned",
                                 "Run each case with the configuration that `retime tune` found "
                                 "for the nearest size; FILE: its best.json, else that of this GPU")
                    ->type_name("[FILE]")
                    ->expected(0, 1);
  command->add_flag("--dry-run", given->dry_run, "Name the cases and end");
  if (timed) {
    command
        ->add_option("--precision", given->precision,
                     "Wanted half-width of the 95 % interval of the median, relative")
        ->capture_default_str();
    command->add_option("--budget", given->budget_s,
                        "Seconds that sampling a case may take; default 10, in profile smoke 1");
    command->add_option("--cache", given->cache, "warm, or cold: L2 is flushed before each sample")
        ->capture_default_str();
    command->add_flag(
        "--interleave", given->interleave,
        "Time the cases in seeded random blocks, side by side, so that drift falls on all alike");
    command->footer(
        "Flags of Google Benchmark (--benchmark_filter, --benchmark_list_tests, --benchmark_out, "
        "...) work too.");
  }
  command->allow_extras();
  command->callback([given, command, tuned] {
    if (tuned->count() > 0) given->tuned = tuned->as<std::string>();
    const int status = run(*given, benchmark_flags_of(command->remaining()));
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
