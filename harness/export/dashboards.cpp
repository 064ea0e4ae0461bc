// github-action-benchmark and Bencher: one number per case, for a chart over commits.
#include <fmt/format.h>

#include "harness/export/formats.h"

namespace retime::formats {

json github_action_benchmark(const exported_run& run) {
  json entries = json::array();
  for (const auto& one : run.cases) {
    if (!one.times) continue;
    const double half_width_ns = (one.times->ci_high_ns - one.times->ci_low_ns) / 2;
    entries.push_back(
        {{"name", one.key},
         {"unit", "ns"},
         {"value", one.times->median_ns},
         {"range", fmt::format("± {:.6g}", half_width_ns)},
         {"extra", fmt::format("{} samples, {} cache, {}", one.times->samples_ns.size(),
                               one.times->cache, one.times->method)}});
  }
  return entries;
}

json bencher(const exported_run& run) {
  json metrics = json::object();
  for (const auto& one : run.cases) {
    if (!one.times) continue;
    metrics[one.key]["latency"] = {{"value", one.times->median_ns},
                                   {"lower_value", one.times->ci_low_ns},
                                   {"upper_value", one.times->ci_high_ns}};
    if (one.items > 0) {
      metrics[one.key]["throughput"] = {{"value", one.items / one.times->median_ns * 1e9}};
    }
  }
  return metrics;
}

}  // namespace retime::formats
