#include "harness/gate/sequential.h"

#include <algorithm>

namespace retime::gate {

std::vector<look> looks(std::size_t pairs, double alpha) {
  std::size_t next = 2;
  while (few(static_cast<double>(next - 1), alpha)) ++next;
  std::vector<look> all;
  constexpr double spent_at_once = 0.2;
  for (double left = 1; next <= pairs; left *= 1 - spent_at_once) {
    all.push_back({.pairs = next, .share = left * spent_at_once});
    next += next < 4 ? 1 : next / 4;
  }
  return all;
}

std::vector<effect_estimate> estimates_at_looks(std::span<const double> log_ratios, double alpha) {
  std::vector<effect_estimate> all;
  for (const auto& [pairs, share] : looks(log_ratios.size(), alpha)) {
    all.push_back(from_pairs(log_ratios.first(pairs), evidence::paired_processes));
    all.back().share = share;
  }
  return all;
}

p_values test_over_looks(std::span<const effect_estimate> looks, double margin) {
  p_values least;
  for (const auto& effect : looks) {
    const p_values p = test(effect, margin);
    if ((effect.log_ratio > 0) == (looks.back().log_ratio > 0))
      least.p_beyond = std::min(least.p_beyond, p.p_beyond);
    least.p_within = std::min(least.p_within, p.p_within);
  }
  return least;
}

}  // namespace retime::gate
