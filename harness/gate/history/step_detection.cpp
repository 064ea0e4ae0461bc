#include "harness/gate/history/step_detection.h"

#include <algorithm>
#include <cmath>

#include "harness/gate/history/step_evidence.h"

namespace retime::gate {
namespace {

constexpr std::size_t shortest_side = 3;  // runs on either side of a step: an outlier is none
constexpr std::size_t fewest_runs = 20;   // before the noise of a level is known
constexpr std::size_t most_runs = 200;    // that a look goes back; it bounds the time of a look

}  // namespace

std::vector<std::size_t> find_steps(std::span<const double> logs, const step_options& options) {
  std::vector<std::size_t> steps;
  std::size_t level = 0;
  for (std::size_t end = fewest_runs; end <= logs.size(); ++end) {
    if (end - level < fewest_runs) continue;
    const std::size_t from = std::max(level, end - std::min(end, most_runs));
    const auto series = logs.subspan(from, end - from);
    const step_evidence found = weigh_steps(series, shortest_side);
    if (found.log_odds < -std::log(options.alpha)) continue;
    if (std::abs(found.after - found.before) <= std::log1p(options.margin)) continue;
    // Two runs far off and one before them are not yet three.
    const double first = series[found.at];
    if (std::abs(first - found.before) < std::abs(first - found.after)) continue;
    level = from + found.at;
    steps.push_back(level);
  }
  return steps;
}

}  // namespace retime::gate
