// Quantities along a run.
#pragma once

#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "variants/runner.h"

namespace retime {

/// Eight steps a decade, rounded, from `first` on; the last one is `steps`.
inline std::vector<int> log_spaced(int first, int steps) {
  std::vector<int> chosen;
  for (int i = 0;; ++i) {
    const auto step = static_cast<int>(std::lround(std::pow(10.0, i / 8.0)));
    if (step >= steps) break;
    if (step >= first && (chosen.empty() || step > chosen.back())) chosen.push_back(step);
  }
  chosen.push_back(steps);
  return chosen;
}

/// Steps at which a run is looked at, and what the series stand over.
struct trace_plan {
  std::vector<int> steps{};  ///< none: no series
  std::string x_name = "step";
  double unit = 1;  ///< x is so many times the step
};

/// `advance(first, last)` runs those steps; `observe(step)` then gives {name: value}, which become
/// series of those names.
template <class Advance, class Observe>
std::map<std::string, series> trace_at(const trace_plan& plan, Advance advance, Observe observe) {
  std::map<std::string, series> along;
  int done = 0;
  for (const int step : plan.steps) {
    advance(done + 1, step);
    done = step;
    for (const auto& [name, value] : observe(step)) {
      series& one = along[name];
      one.x_name = plan.x_name;
      one.x.push_back(static_cast<double>(step) * plan.unit);
      one.y.push_back(value);
    }
  }
  return along;
}

}  // namespace retime
