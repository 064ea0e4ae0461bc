// Quantities along a run.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "variants/runner.h"

namespace retime {

/// Eight steps a decade, rounded, from `first` on; the last one is `steps`.
std::vector<int> log_spaced(int first, int steps);

/// Steps at which a run is looked at, and what the series stand over.
struct trace_plan {
  std::vector<int> steps{};  ///< none: no series
  std::string x_name = "step";
  double unit = 1;  ///< x is so many times the step
};

/// `advance` runs the steps first..last; `observe(step)` then gives {name: value}, which become
/// series of those names.
std::map<std::string, series> trace_at(
    const trace_plan& plan, const std::function<void(int first, int last)>& advance,
    const std::function<std::map<std::string, double>(int step)>& observe);

}  // namespace retime
