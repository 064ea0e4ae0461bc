#include "harness/record/speed_up.h"

#include <algorithm>

namespace retime {

speed_ups::speed_ups(const recorded_run& run) {
  for (const auto& result : run.cases) {
    const auto* times = result.measured();
    // The best of many short trials is too good to divide by.
    if (times == nullptr || result.tuning_role == "search") continue;
    const double time_ns = times->stats.median_ns;
    const auto [best, is_new] =
        best_ns_.emplace(place{result.family, result.variant, result.workload()}, time_ns);
    if (!is_new) best->second = std::min(best->second, time_ns);
  }
}

std::optional<double> speed_ups::of(const recorded_case& result) const {
  const auto* times = result.measured();
  if (times == nullptr || result.base.empty()) return std::nullopt;
  const auto base = best_ns_.find({result.family, result.base, result.workload()});
  if (base == best_ns_.end()) return std::nullopt;
  return base->second / times->stats.median_ns;
}

}  // namespace retime
