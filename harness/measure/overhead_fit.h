// What timing adds to a run, from readings of kernels of known length.
#pragma once

#include <vector>

namespace retime {

/// Kernels of `cycles` each, and what each of them read, in ns, so often as it was repeated.
struct known_readings {
  double cycles = 0;
  std::vector<double> readings_ns;
};

/// The reading that a kernel of no cycles would give: the intercept of the line through the medians
/// (Theil and Sen's: the median slope of all pairs). The slope is left to the data, so that neither
/// a clock that has moved nor the error of its measurement ends up in the intercept. Two lengths at
/// least.
double reading_of_none(const std::vector<known_readings>& known);

}  // namespace retime
