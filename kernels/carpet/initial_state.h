// P before the first step: Eq. (2), or what takes the place of the steps before it.
#pragma once

#include <cstdint>

#include "kernels/carpet/problem.h"
#include "kernels/support/random.h"

namespace carpet {

/// In [0.5, 1), held exactly by single precision. Nothing relates the values of two sites, so that
/// a site that is left out, or one read in another's place or before its time, changes the result.
inline double random_probability(int x, int y) {
  return 0.5 + static_cast<double>(retime::random_bits(x, y) >> 41) * 0x1p-24;
}

/// Calls set(x, y, p) for the sites with p > 0, on several threads.
template <class Set>
void for_each_initial(const problem& problem, Set set) {
  if (problem.first_step == 1) return set(0, 0, 1.0);
  problem.for_each_site_at_once(problem.first_step - 1, [&](int x, int y, std::int64_t) {
    set(x, y, random_probability(x, y));
  });
}

}  // namespace carpet
