#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <thread>

#include "harness/files/write_file.h"
#include "harness/flags/command.h"
#include "harness/flags/common_flags.h"
#include "harness/flags/help.h"
#include "harness/text/output.h"
#include "harness/tune/commands/direction_flags.h"
#include "harness/tune/t4.h"
#include "harness/tune/warm_start.h"
#include "replays.h"

namespace tuner_bench {
namespace {

struct replay_flags {
  std::vector<std::string> files, strategies, warm_start;
  std::string objective, out;
  std::optional<direction> towards;  ///< as it was asked, not as the objectives have it
  bool names_configurations = false;
  replays_options options;
};

std::vector<std::string> all_but_exhaustive() {
  std::vector<std::string> ids;
  for (const auto& each : forms<strategy_form>::all()) {
    if (each.id != "exhaustive") ids.push_back(each.id);
  }
  return ids;
}

std::vector<recording> read_spaces(const replay_flags& flags) {
  std::vector<recording> recordings;
  recordings.reserve(flags.files.size());
  for (const auto& file : flags.files)
    recordings.push_back(read_recording(file, flags.objective, flags.towards));
  return recordings;
}

ordered_json line(const std::string& file, const std::string& strategy, std::size_t seed,
                  const recording& space, const replay_run& run) {
  auto values = ordered_json::array();
  for (const auto c : run.order) {
    const auto& found = space.trials[c];
    values.push_back(found.valid() ? ordered_json(found.objective) : nullptr);
  }
  const auto paid = static_cast<double>(std::max<std::size_t>(run.order.size(), 1));
  auto ended_s = ordered_json::array();
  for (const double ms : run.ended_ms) ended_s.push_back(1e-3 * ms);
  return {{"space", file},
          {"strategy", strategy},
          {"seed", seed},
          {"objective", space.objective},
          {"unit", space.unit},
          {"values", std::move(values)},
          {"ended_s", std::move(ended_s)},
          {"search_ms_per_evaluation", 1e3 * run.search_s / paid}};
}

ordered_json configurations(const recording& space, const replay_run& run) {
  auto found = ordered_json::array();
  for (const auto c : run.order) found.push_back(configuration_json(space.space, c));
  return found;
}

/// The lines of one strategy's runs.
std::string replayed(const std::string& strategy, const replay_flags& flags,
                     const std::vector<recording>& spaces) {
  const auto runs = replays(strategy_named(strategy), spaces, flags.options);
  std::string text;
  for (std::size_t s = 0; s < spaces.size(); ++s) {
    for (std::size_t k = 0; k < runs[s].size(); ++k) {
      auto said =
          line(flags.files[s], strategy, flags.options.first_seed + k, spaces[s], runs[s][k]);
      if (flags.names_configurations)
        said["configurations"] = configurations(spaces[s], runs[s][k]);
      text += said.dump() + "\n";
    }
  }
  return text;
}

void replay_command(replay_flags& flags) {
  const auto strategies = flags.strategies.empty() ? all_but_exhaustive() : flags.strategies;
  for (const auto& id : strategies) strategy_named(id);
  check_writable(flags.out, "--out");
  const auto spaces = read_spaces(flags);
  std::vector<const tuning_space*> searched;
  for (const auto& each : spaces) searched.push_back(&each.space);
  const auto neighbours =
      read_neighbours(flags.warm_start, flags.objective, flags.towards, searched);
  for (std::size_t s = 0; s < spaces.size(); ++s) {
    print_status("{}: {} configurations\n", flags.files[s], spaces[s].space.size());
    flags.options.warm_starts.push_back(transfer(neighbours, spaces[s].space));
  }
  std::string text;
  for (std::size_t k = 0; k < strategies.size(); ++k) {
    const auto runs = replayed(strategies[k], flags, spaces);
    print_status("{} of {}: {}\n", k + 1, strategies.size(), strategies[k]);
    if (flags.out.empty()) {
      write_result(runs);
    } else {
      text += runs;
    }
  }
  if (!flags.out.empty()) write_text(flags.out, text, "--out");
}

void add_replay(CLI::App& command) {
  auto flags = std::make_shared<replay_flags>();
  flags->options.threads = std::max(1u, std::thread::hardware_concurrency());
  command.add_option("SPACE", flags->files, "T4 files, may be gzipped")
      ->type_name("FILE")
      ->required();
  begin_group(command, "Search");
  command.add_option("--strategy", flags->strategies, "Strategies to run, by comma")
      ->type_name(forms<strategy_form>::ids("|"))
      ->default_str("all but exhaustive")
      ->delimiter(',')
      ->allow_extra_args(false);  // files may follow
  command.add_option("--seeds", flags->options.seeds, "Runs of each strategy on each space")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  command.add_option("--first-seed", flags->options.first_seed, "Seed of the first of these runs")
      ->capture_default_str();
  command
      .add_option("--evaluations", flags->options.evaluations,
                  "Evaluations of a run, failures paid")
      ->check(CLI::Range(1, 10000000))
      ->capture_default_str();
  command
      .add_option("--warm-start", flags->warm_start, "T4 files of neighbours of all these spaces")
      ->type_name("FILE");
  command.add_option("--objective", flags->objective, "Measurement to optimise")
      ->type_name("NAME")
      ->default_str("the file's own");
  add_direction(command, flags->towards);
  command.add_option("--boards", flags->options.boards, "Evaluations of a run under way at a time")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  command.add_option("--threads", flags->options.threads, "Replays at a time")
      ->check(CLI::Range(1, 1024))
      ->default_str("the cores");
  begin_group(command, "Output");
  command.add_flag("--configurations", flags->names_configurations,
                   "Name the configuration of each value, too");
  add_out(command, flags->out, "FILE", "Write the runs there, whole; else to standard output");
  add_example(command, "space.json.gz --strategy default,random --seeds 30 -o runs.jsonl");
  command.callback([flags] { replay_command(*flags); });
}

const bool has_replay =
    register_command({.id = "replay",
                      .help = "Run search strategies on recorded tuning spaces, a line a run",
                      .chapter = "Tune",
                      .place = 150,
                      .add = add_replay});

}  // namespace
}  // namespace tuner_bench
