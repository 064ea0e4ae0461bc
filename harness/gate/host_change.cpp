#include "harness/gate/host_change.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "harness/measure/inference.h"
#include "harness/measure/statistics.h"

namespace retime::gate {
namespace {

constexpr double least_change = 0.05;

/// A process may meet an interruption that its samples did not.
std::optional<double> median_pace_ns(const std::vector<case_in_run>& runs) {
  std::vector<double> paces_ns;
  for (const auto& one : runs) {
    for (const auto& process : one.seen->processes) {
      if (!process.host_pace_ns) return std::nullopt;
      paces_ns.push_back(*process.host_pace_ns);
    }
  }
  return paces_ns.empty() ? std::nullopt : std::optional(median(std::move(paces_ns)));
}

double mean_share(const std::vector<case_in_run>& runs) {
  std::vector<double> shares;
  for (const auto& one : runs) {
    for (const auto& process : one.seen->processes) shares.push_back(process.host_share);
  }
  return mean(shares);
}

}  // namespace

double explained_by_host(const std::vector<case_in_run>& base,
                         const std::vector<case_in_run>& fresh) {
  const auto was = median_pace_ns(base), is = median_pace_ns(fresh);
  if (!was || !is) return 0;
  const double change = std::abs(std::log(*is / *was));
  return change < least_change ? 0 : change * std::max(mean_share(base), mean_share(fresh));
}

}  // namespace retime::gate
