#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <thread>

#include "harness/cli/commands.h"
#include "harness/support/output.h"
#include "harness/support/write_file.h"
#include "harness/tune/contest.h"
#include "kernels/support/bad_input.h"

namespace retime {
namespace {

struct score_flags {
  std::vector<std::string> files, strategies;
  std::string trajectories, out, objective;
  bool as_json = false;
  tune::contest_options options;
};

void score_command(score_flags& flags) {
  auto& options = flags.options;
  options.strategies = flags.strategies;
  if (options.strategies.empty()) {
    for (const auto& each : tune::strategies()) {
      if (each.id != "exhaustive") options.strategies.push_back(each.id);
    }
  }
  for (const auto& id : options.strategies) tune::strategy_named(id);
  check_writable(flags.out, "--out");
  std::vector<tune::recording> spaces;
  for (const auto& file : flags.files) {
    spaces.push_back(tune::read_recording(file, flags.objective));
    spaces.back().optimum();  // throws where nothing ran
  }
  options.scored = [count = std::size_t{0}, &options](const tune::strategy_score& one) mutable {
    print_status("{} of {}: {}, P {:+.2f}\n", ++count, options.strategies.size(), one.strategy,
                 one.performance.mean);
  };
  std::vector<tune::strategy_score> others;
  if (!flags.trajectories.empty()) {  // ahead of the replays, which take long
    std::vector<std::string> left_out;
    others = tune::score_trajectories(flags.trajectories, spaces, options, left_out);
    for (const auto& name : left_out)
      print_status("{}: left out, it lacks runs on some space\n", name);
  }
  for (const auto& each : spaces)
    print_status("{}: {} configurations\n", each.name, each.space.size());
  auto scores = tune::contest(spaces, options);
  std::ranges::move(others, std::back_inserter(scores));
  std::ranges::stable_sort(scores, std::greater{},
                           [](const auto& s) { return s.performance.mean; });
  if (!flags.out.empty()) write_text(flags.out, to_json(scores, options).dump(1) + "\n", "--out");
  if (flags.as_json) {
    write_result(to_json(scores, options).dump(1) + "\n");
  } else {
    print_result("{}", tune::table(scores, tune::columns_of(options)));
  }
}

}  // namespace

void add_score(CLI::App& app) {
  auto flags = std::make_shared<score_flags>();
  flags->options.threads = std::max(1u, std::thread::hardware_concurrency());
  auto* command = app.add_subcommand("score", "Score search strategies on recorded tuning spaces");
  command->add_option("files", flags->files, "T4 files, may be gzipped")->required();
  command
      ->add_option("--strategy", flags->strategies,
                   "strategies to score (default: all but exhaustive)")
      ->delimiter(',');
  command->add_option("--seeds", flags->options.seeds, "runs of each strategy on each space")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  command
      ->add_option("--evaluations", flags->options.evaluations,
                   "evaluations of a run, failures paid")
      ->check(CLI::Range(1, 10000000))
      ->capture_default_str();
  command->add_option("--objective", flags->objective,
                      "measurement to minimise (default: the file's own)");
  command
      ->add_option("--trajectories", flags->trajectories,
                   "runs of other tuners, as docs/tuning.md describes")
      ->type_name("FILE");
  command->add_option("--threads", flags->options.threads, "replays at a time")
      ->check(CLI::Range(1, 1024));
  command->add_flag("--json", flags->as_json, "print JSON instead of the table");
  command->add_option("--out", flags->out, "also write scores and performance curves as JSON")
      ->type_name("FILE");
  command->callback([flags] { score_command(*flags); });
}

}  // namespace retime
