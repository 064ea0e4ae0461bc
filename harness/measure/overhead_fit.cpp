#include "harness/measure/overhead_fit.h"

#include "harness/measure/statistics.h"

namespace retime {

double reading_of_none(const std::vector<known_readings>& known) {
  std::vector<double> read_ns, slopes, intercepts;
  for (const auto& one : known) read_ns.push_back(median(one.readings_ns));
  for (std::size_t i = 0; i < known.size(); ++i)
    for (std::size_t j = i + 1; j < known.size(); ++j)
      slopes.push_back((read_ns[j] - read_ns[i]) / (known[j].cycles - known[i].cycles));
  const double ns_per_cycle = median(slopes);
  for (std::size_t i = 0; i < known.size(); ++i)
    intercepts.push_back(read_ns[i] - ns_per_cycle * known[i].cycles);
  return median(intercepts);
}

}  // namespace retime
