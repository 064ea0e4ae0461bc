// What timing adds to a run, from readings of kernels of known length.
#pragma once

#include <vector>

#include "harness/measure/statistics.h"

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
inline double reading_of_none(const std::vector<known_readings>& readings) {
  std::vector<double> read_ns, slopes, intercepts;
  for (const auto& reading : readings) read_ns.push_back(median(reading.readings_ns));
  for (std::size_t i = 0; i < readings.size(); ++i)
    for (std::size_t j = i + 1; j < readings.size(); ++j)
      slopes.push_back((read_ns[j] - read_ns[i]) / (readings[j].cycles - readings[i].cycles));
  const double ns_per_cycle = median(slopes);
  for (std::size_t i = 0; i < readings.size(); ++i)
    intercepts.push_back(read_ns[i] - ns_per_cycle * readings[i].cycles);
  return median(intercepts);
}

}  // namespace retime
