#include <fmt/format.h>

#include <memory>

#include "harness/flags/command.h"
#include "harness/flags/common_flags.h"
#include "harness/flags/help.h"
#include "harness/host/exit_status.h"
#include "harness/sweep/boards.h"
#include "harness/tune/commands/direction_flags.h"
#include "harness/tune/commands/tune_flags.h"
#include "harness/tune/device/objective.h"
#include "kernels/support/bad_input.h"

namespace retime::tune {
namespace {

/// A number without a unit would be taken for evaluations by some and for seconds by others.
double time_with_unit(const std::string& text) {
  const bool is_number = text.find_first_not_of("0123456789") == text.npos;
  if (is_number)
    throw bad_input(
        fmt::format("--budget {0}: seconds or evaluations? write --budget {0}s, or "
                    "--evaluations {0}",
                    text));
  if (text.find_first_of("%,") != text.npos)
    throw bad_input(
        fmt::format("--budget '{}': one time, as 60s or 2min; how many configurations "
                    "it may take says --evaluations, as 200 or 30%",
                    text));
  return seconds_of(text, "--budget");
}

void add_budget(CLI::App& command, tune_flags& flags) {
  command
      .add_option("--budget", flags.most_time,
                  "Time that evaluating may take for each case, the finals on top")
      ->type_name("TIME");
  command
      .add_option("--evaluations", flags.most_evaluations,
                  "Configurations to evaluate for each case, or their share; with --budget what is "
                  "spent first ends the search")
      ->type_name("N|P%")
      ->default_str(fmt::format("{} unless --budget is given", usual_evaluations));
}

std::string strategy_help() {
  std::string text;
  for (const auto& form : forms<strategy_form>::all()) {
    text += (text.empty() ? "" : "; ") + form.id + ": " + form.help;
  }
  return text;
}

void add_search(CLI::App& command, tune_flags& flags) {
  begin_group(command, "Search");
  add_budget(command, flags);
  command.add_option("--strategy", flags.strategy, strategy_help())
      ->type_name(forms<strategy_form>::ids("|"))
      ->capture_default_str();
  command
      .add_option("--objective", flags.objective,
                  "What to find the best of: " + forms<objective_form>::ids() +
                      ", or a number of a record, as launch/registers")
      ->type_name("NAME")
      ->default_str("time");
  add_direction(command, flags.towards);
  command
      .add_option("--warm-start", flags.warm_start,
                  "Recordings of neighbours: another size, another GPU")
      ->type_name("FILE");
  command.add_option("--seed", flags.seed, "Seed of the search")->capture_default_str();
}

void add_measuring_of_candidates(CLI::App& command, tune_flags& flags) {
  begin_group(command, "Measuring");
  add_precision(command, flags.precision, "the winner's");
  add_cache(command, flags.cache);
  add_timeout(command, flags.timeout_s, "Time after which a candidate hangs");
  sweep::add_lock_clocks(command, flags.locked_clock);
}

void add_files(CLI::App& command, tune_flags& flags) {
  begin_group(command, "Output");
  add_run_folder(command, flags.out, "Folder of the run", "-tune");
  command.add_flag("--resume", flags.resume,
                   "Go on with the run in --out: what its journal holds is not measured again");
  command
      .add_option("--table", flags.table,
                  "A best.json to bring up to date besides that of the run; without --out that of "
                  "this GPU")
      ->type_name("FILE");
}

}  // namespace

tune::budget tune_flags::budget() const {
  tune::budget asked;
  if (!most_time.empty()) asked.seconds = time_with_unit(most_time);
  if (!most_evaluations.empty()) allow_evaluations(asked, most_evaluations);
  if (most_time.empty() && most_evaluations.empty()) asked.evaluations = usual_evaluations;
  return asked;
}

namespace {

void add_tune(CLI::App& command) {
  auto flags = std::make_shared<tune_flags>();
  flags->sweep.add_all_but_seed(command);
  sweep::name_boards(command);
  add_search(command, *flags);
  add_measuring_of_candidates(command, *flags);
  add_files(command, *flags);
  add_example(command, example_cases() + " --budget 2min");
  command.callback([flags] {
    auto ranks = sweep::joined_ranks();
    const int status = tune_device(*flags, std::move(ranks));
    if (status != 0) throw exit_status{status};
  });
}

const bool has_tune = register_command({.id = "tune",
                                        .help = "Search the tuning axes for the best configuration",
                                        .chapter = "Tune",
                                        .place = 140,
                                        .add = add_tune});

}  // namespace
}  // namespace retime::tune
