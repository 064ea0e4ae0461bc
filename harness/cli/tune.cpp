#include <memory>

#include "harness/cli/boards.h"
#include "harness/cli/commands.h"
#include "harness/cli/direction_flags.h"
#include "harness/cli/lock_clocks_flag.h"
#include "harness/cli/seconds_option.h"
#include "harness/cli/tune_flags.h"
#include "harness/support/exit_status.h"
#include "kernels/support/bad_input.h"

namespace retime {
namespace {

void add_device_flags(CLI::App& command, tune_flags& flags) {
  flags.sweep.add_all_but_seed(command);
  command.get_option("--device")->description(boards_help);
  command
      .add_option("--precision", flags.precision,
                  "Wanted half-width of the 95 % interval of the winner's median, relative")
      ->capture_default_str();
  add_seconds(command, "--timeout", "Time after which a candidate hangs; default 30 s",
              [&flags](double seconds) { flags.timeout_s = seconds; });
  command.add_option("--cache", flags.cache, "warm, or cold: L2 is flushed before each sample")
      ->capture_default_str();
  add_lock_clocks(command, flags.locked_clock);
  command
      .add_option("--table", flags.table,
                  "A best.json to bring up to date besides that of the run; without --out that of "
                  "this GPU")
      ->type_name("FILE");
  command.add_flag("--resume", flags.resume,
                   "Go on with the run in --out: what its journal holds is not measured again");
}

std::string strategy_help() {
  std::string text;
  for (const auto& each : tune::strategies()) {
    text += (text.empty() ? "" : "; ") + each.id + ": " + each.help;
  }
  return text;
}

}  // namespace

void add_tune(CLI::App& app) {
  auto flags = std::make_shared<tune_flags>();
  auto* command = app.add_subcommand("tune", "Search the tuning axes for the best configuration");
  command
      ->add_option("--replay", flags->replay,
                   "Search a recording, a T4 file, instead of a device; may be gzipped")
      ->type_name("FILE");
  command->add_option("--strategy", flags->strategy, strategy_help())->capture_default_str();
  command
      ->add_option(
          "--budget", flags->budget,
          "60s, 200 (evaluations) or 30% (of the space); several, by comma: the first that "
          "is spent")
      ->type_name("BUDGET");
  command
      ->add_option("--objective", flags->objective,
                   "What to find the best of: time (the default), mean_time, worst_time, "
                   "items_per_s, bytes_per_s, flops_per_s, power_w, energy_j, or a number of a "
                   "record, as launch/registers; with --replay a measurement of the file, default "
                   "its own")
      ->type_name("NAME");
  add_direction(*command, flags->towards);
  command
      ->add_option("--warm-start", flags->warm_start,
                   "Recordings of neighbours: another size, another GPU")
      ->type_name("FILE");
  command->add_option("--seed", flags->seed, "Seed of the search")->capture_default_str();
  command->add_flag("--dry-run", flags->dry_run, "List the configurations of --replay and end");
  command
      ->add_option("--out", flags->out,
                   "Folder of the run; default runs/<time>-<process>-<device>-tune in "
                   "$XDG_STATE_HOME/retime "
                   "or ~/.local/state/retime; with --replay: write the history as T4")
      ->type_name("DIR|FILE");
  add_device_flags(*command, *flags);
  for (const auto* of_a_device :
       {"--filter", "--profile", "--axis", "--resume", "--table", "--device", "--precision",
        "--timeout", "--cache", "--lock-clocks"})
    command->get_option(of_a_device)->excludes("--replay");
  command->callback([flags] {
    auto ranks = joined_ranks();
    if (!flags->replay.empty()) return tune_replay(*flags);
    if (flags->dry_run) throw bad_input("--dry-run: name a file by --replay");
    const int status = tune_device(*flags, std::move(ranks));
    if (status != 0) throw exit_status{status};
  });
}

}  // namespace retime
