#include "harness/bench/floating_clocks.h"

#include <fmt/format.h>

#include <algorithm>

namespace retime::bench {
namespace {

constexpr double most_apart = 0.03;

}  // namespace

std::optional<std::string> floating_clocks(const std::map<std::string, recorded_case>& cases,
                                           bool locked) {
  std::optional<clock_range> all;
  for (const auto& [key, one] : cases) {
    const recorded_times* times = one.measured();
    if (times == nullptr || !times->sm_clocks_mhz) continue;
    if (!all) all = times->sm_clocks_mhz;
    all->low = std::min(all->low, times->sm_clocks_mhz->low);
    all->high = std::max(all->high, times->sm_clocks_mhz->high);
  }
  if (!all || all->high <= (1 + most_apart) * all->low) return std::nullopt;
  return fmt::format("the SM clock went from {:.0f} to {:.0f} MHz{}", all->low, all->high,
                     locked ? ", though locked: power or heat did not allow more"
                            : " between samples; --lock-clocks keeps it at one");
}

}  // namespace retime::bench
