// `retime tune` on the GPU, on the CPU variants' CPU, and in emulation.
#include <fmt/format.h>

#include "harness/files/state_directory.h"
#include "harness/files/write_file.h"
#include "harness/record/header.h"
#include "harness/record/run_directory.h"
#include "harness/sweep/boards.h"
#include "harness/sweep/flags/sweep_flags.h"
#include "harness/text/output.h"
#include "harness/tune/commands/tune_flags.h"
#include "harness/tune/device/best_tables.h"
#include "harness/tune/device/objective_check.h"
#include "harness/tune/device/tuning.h"
#include "harness/tune/warm_start.h"
#include "kernels/support/bad_input.h"

namespace retime::tune {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

void check_free(const fs::path& out, bool resume) {
  if (!resume && fs::exists(out / "header.json"))
    throw bad_input(fmt::format("--out {}: holds a run already; give --resume or another folder",
                                out.string()));
}

void check(const tune_flags& flags) {
  sweep::check_precision(flags.precision);
  sweep::cache_named(flags.cache);
  sweep::check_lock_clocks(flags.locked_clock, flags.sweep.device);
  if (flags.resume && flags.out.empty())
    throw bad_input("--resume: name the run to go on with by --out DIR");
  check_folder(flags.out, "--out");
  check_file_to_make(flags.table, "--table");
  if (flags.out.empty()) return;
  for (const char* name : {"header.json", "journal.jsonl", "records.jsonl", "best.json"})
    check_file_to_make(fs::path(flags.out) / name, "--out");
  check_free(flags.out, flags.resume);
  if (!fs::exists(fs::path(flags.out) / "header.json") && flags.resume)
    throw bad_input(fmt::format("--resume: {} holds no run (no header.json)", flags.out));
}

/// Reads recordings of neighbours for the problems that have something to search.
std::vector<recording> neighbours_of(const std::vector<tuning_problem>& problems,
                                     const tune_flags& flags, const objective& goal) {
  std::vector<const tuning_space*> spaces;
  for (const auto& problem : problems) {
    if (problem.space) spaces.push_back(&*problem.space);
  }
  return read_neighbours(flags.warm_start, goal.name, goal.towards, spaces);
}

/// best.json of the run; and that of --table, or else that of this GPU, which `run --tuned` uses,
/// unless the run has a place of its own. What the emulation found is no GPU's best.
std::vector<fs::path> table_files(const tune_flags& flags, const fs::path& out,
                                  const std::string& device, bool is_emulated) {
  std::vector<fs::path> files{out / "best.json"};
  if (!flags.table.empty())
    files.emplace_back(flags.table);
  else if (flags.out.empty() && !is_emulated)
    files.push_back(default_table(device));
  return files;
}

}  // namespace

int tune_device(const tune_flags& flags, std::unique_ptr<sweep::ranks::members> ranks) {
  check(flags);
  tuning_options options{.search = {.strategy = &strategy_named(flags.strategy),
                                    .allowed = flags.budget(),
                                    .goal = objective_named(flags.objective, flags.towards),
                                    .seed = flags.seed},
                         .cache = flags.cache,
                         .precision = flags.precision,
                         .neighbours = {}};
  const auto problems = problems_of(flags.sweep.request());
  const auto boards = sweep::boards_to_ask(
      {.device = flags.sweep.device, .seed = flags.seed, .locked_clock = flags.locked_clock},
      std::move(ranks));
  evaluator evaluator(*boards, {.cache = flags.cache, .timeout_s = flags.timeout_s});
  options.neighbours = neighbours_of(problems, flags, options.search.goal);
  json header = evaluator.header();
  header["argv"] = command_line();
  const std::string device = header["device"]["name"];
  options.is_emulated = header["device"]["kind"] == "emulation";
  const fs::path out = flags.out.empty() ? fs::path(default_run_path(device).string() + "-tune")
                                         : fs::path(flags.out);
  // A journal of another device could not be gone on with; of another build of the program it can.
  if (fs::exists(out / "header.json")) require_same_origin(out, header, origin::device);
  // Refused before anything is written.
  const best_tables tables(table_files(flags, out, device, options.is_emulated), device);
  require_recorded(options.search.goal, evaluator, problems);
  std::error_code failed;  // the journal says so
  fs::create_directories(out, failed);
  journal journal(out / "journal.jsonl");
  boards->keep_losses_in(out);
  check_free(out, flags.resume);  // again: another program may have begun and ended meanwhile
  if (options.is_emulated)
    print_status(
        "emulation: shows the search at work; times of GPU variants are not a measurement\n");
  write_whole(out / "header.json", header.dump(2) + "\n");
  tuning tuning(options, evaluator, journal, out);
  for (const auto& problem : problems) {
    tuning.tune(problem);
    tables.update(tuning.entries());
  }
  print_result("{}\n", out.string());
  return tuning.all_won() ? 0 : 1;
}

}  // namespace retime::tune
