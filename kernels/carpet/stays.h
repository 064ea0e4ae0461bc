// What of Eq. (1) does not change from step to step: 4 - n of every site, a byte each.
#pragma once

#include <vector>

#include "kernels/carpet/problem.h"

namespace carpet {

/// In the place of 4 - n, which is at most 4.
inline constexpr unsigned char inaccessible = 128;

/// Of the array that `Layout` describes, plane_shape or another with at(x, y) and sites().
template <class Layout>
std::vector<unsigned char> stays_of(const problem& walk, const Layout& plane) {
  std::vector<unsigned char> stays(plane.sites(), inaccessible);
#pragma omp parallel for schedule(dynamic, 16) if (walk.sites() > parallel_from)
  for (int y = walk.reach.y_min; y <= walk.reach.y_max; ++y) {
    walk.for_each_site(y, walk.steps, [&](int x, std::int64_t) {
      stays[plane.at(x, y)] = static_cast<unsigned char>(4 - walk.neighbours(x, y));
    });
  }
  return stays;
}

}  // namespace carpet
