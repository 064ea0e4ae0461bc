#include <fmt/format.h>

#include "harness/files/write_file.h"
#include "harness/text/output.h"
#include "harness/tune/commands/tune_flags.h"
#include "harness/tune/replay.h"
#include "harness/tune/t4.h"
#include "harness/tune/warm_start.h"
#include "kernels/support/bad_input.h"

namespace retime::tune {
namespace {

void list_configurations(const tuning_space& space) {
  for (configuration c = 0; c < space.size(); ++c) print_result("{}\n", space.text(c));
  print_status("{} configurations\n", space.size());
}

/// " ms", to stand after a value; nothing where the objective is named by its unit.
std::string unit_after_value(const recording& recorded) {
  const bool is_said = recorded.unit.empty() || recorded.unit == recorded.objective;
  return is_said ? "" : " " + recorded.unit;
}

void report(const recording& recorded, const std::vector<configuration>& order) {
  const std::string unit = unit_after_value(recorded);
  std::optional<configuration> best;
  std::size_t failed = 0, at = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const auto& found = recorded.trials[order[k]];
    failed += !found.valid();
    if (!found.valid()) continue;
    if (best && !is_better(found.objective, recorded.value(*best), recorded.towards)) continue;
    best = order[k];
    at = k + 1;
    print_status("{:>6} {:.6g}{}  {}\n", at, found.objective, unit, recorded.space.text(*best));
  }
  print_result("{} of {} configurations evaluated, {} failed\n", order.size(),
               recorded.space.size(), failed);
  if (!best) {
    print_result("none ran correctly\n");
    return;
  }
  const double value = recorded.value(*best), optimum = recorded.optimum();
  print_result("best {} {}{} after {} evaluations, {:.4f} of the optimum's {}\n{}\n",
               recorded.objective, value, unit, at,
               share_of_optimum(value, optimum, recorded.towards), optimum,
               recorded.space.text(*best));
}

}  // namespace

void tune_replay(const tune_flags& flags) {
  const auto allowed = flags.budget();
  const auto& which = strategy_named(flags.strategy);
  const auto from = read_recording(flags.replay, flags.objective, flags.towards);
  if (flags.dry_run) return list_configurations(from.space);
  check_writable(flags.out, "--out");
  const auto neighbours =
      read_neighbours(flags.warm_start, flags.objective, flags.towards, {&from.space});
  const double most_ms = 1e3 * allowed.seconds.value_or(std::numeric_limits<double>::infinity());
  const auto run = replay(which, from,
                          {.evaluations = allowed.evaluations_of(from.space.size()),
                           .seed = flags.seed,
                           .warm_start = transfer(neighbours, from.space),
                           .most_ms = most_ms});
  report(from, run.order);
  if (flags.out.empty()) return;
  std::vector<std::pair<ordered_json, trial>> history;
  for (const auto c : run.order)
    history.emplace_back(configuration_json(from.space, c), from.trials[c]);
  write_text(flags.out, to_t4(history, from.objective, from.unit, from.towards).dump(1) + "\n",
             "--out");
}

}  // namespace retime::tune
