#include "harness/record/speed_up.h"

#include <algorithm>

namespace retime {

speed_ups::speed_ups(const recorded_run& run) {
  for (const auto& one : run.cases) {
    const auto* times = one.measured();
    // The best of many short trials is too good to divide by.
    if (times == nullptr || one.tuning_role == "search") continue;
    const double time_ns = times->stats.median_ns;
    const auto [at, is_new] =
        best_ns_.emplace(place{one.family, one.variant, one.workload()}, time_ns);
    if (!is_new) at->second = std::min(at->second, time_ns);
  }
}

std::optional<double> speed_ups::of(const recorded_case& one) const {
  const auto* times = one.measured();
  if (times == nullptr || one.base.empty()) return std::nullopt;
  const auto base = best_ns_.find({one.family, one.base, one.workload()});
  if (base == best_ns_.end()) return std::nullopt;
  return base->second / times->stats.median_ns;
}

}  // namespace retime
