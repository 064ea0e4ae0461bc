#include "harness/record/speed_up.h"

#include <cmath>

namespace retime {

namespace {

constexpr std::size_t fewest_processes = 3;  ///< whose mean is of use

/// The geometric mean of the processes, so that a quotient is the mean of those of the rounds.
double centre_ns(const recorded_times& times) {
  if (times.processes.size() < fewest_processes) return times.stats.median_ns;
  double logs = 0;
  for (const auto& process : times.processes) logs += std::log(process.median_ns);
  return std::exp(logs / static_cast<double>(times.processes.size()));
}

}  // namespace

speed_ups::speed_ups(const recorded_run& run) {
  for (const auto& result : run.cases) {
    const auto* times = result.measured();
    // The best of many short trials is too good to divide by.
    if (times == nullptr || result.tuning_role == "search") continue;
    const time_of_base found{times->stats.median_ns, centre_ns(*times)};
    const auto [best, is_new] =
        best_.emplace(place{result.family, result.variant, result.workload()}, found);
    if (!is_new && found.median_ns < best->second.median_ns) best->second = found;
  }
}

std::optional<double> speed_ups::of(const recorded_case& result) const {
  const auto* times = result.measured();
  if (times == nullptr || result.base.empty()) return std::nullopt;
  const auto base = best_.find({result.family, result.base, result.workload()});
  if (base == best_.end()) return std::nullopt;
  return base->second.centre_ns / centre_ns(*times);
}

}  // namespace retime
