#include "kernels/carpet/reference.h"

#include <omp.h>

#include <algorithm>

#include "kernels/carpet/distribution.h"
#include "kernels/carpet/initial_state.h"
#include "kernels/carpet/plane.h"
#include "kernels/carpet/step_pool.h"
#include "kernels/carpet/update.h"

namespace carpet {
namespace {

constexpr unsigned char inaccessible = 128;

/// 4 - n of Eq. (1), or `inaccessible`.
std::vector<unsigned char> stays_of(const problem& walk, const plane_shape& plane) {
  std::vector<unsigned char> stays(plane.sites(), inaccessible);
#pragma omp parallel for schedule(dynamic, 16) if (walk.sites() > parallel_from)
  for (int y = walk.reach.y_min; y <= walk.reach.y_max; ++y) {
    walk.for_each_site(y, walk.steps, [&](int x, std::int64_t) {
      stays[plane.at(x, y)] = static_cast<unsigned char>(4 - walk.neighbours(x, y));
    });
  }
  return stays;
}

/// One step for the sites first..last of a row. The 0 of an inaccessible neighbour adds nothing; an
/// inaccessible site is multiplied by 0 rather than skipped, so that the loop can be vectorised.
template <class Real>
void update_row(const Real* old, Real* next, const unsigned char* stays, std::int64_t pitch,
                std::int64_t first, std::int64_t last) {
  for (std::int64_t i = first; i <= last; ++i) {
    const auto accessible = static_cast<Real>(1 - stays[i] / inaccessible);
    const Real sum = old[i - 1] + old[i + 1] + old[i - pitch] + old[i + pitch];
    next[i] = accessible * updated<Real>(sum, stays[i], old[i]);
  }
}

template <class Real>
distribution walked(const problem& walk) {
  const window& reach = walk.reach;
  const plane_shape plane(reach);
  const std::vector<unsigned char> stays = stays_of(walk, plane);
  std::vector<Real> after[2];  // an even, an odd number of steps
  for (auto& p : after) p.resize(plane.sites());
  for_each_initial(walk,
                   [&, first = after[(walk.first_step - 1) % 2].data()](int x, int y, double p) {
                     first[plane.at(x, y)] = static_cast<Real>(p);
                   });

  // In step s the rows with |y| <= s, some at a time.
  constexpr int rows_of_task = 16;
  const auto first_row = [&](int s) { return std::max(reach.y_min, -s); };
  const auto last_row = [&](int s) { return std::min(reach.y_max, s); };
  const auto tasks = [&](int s) { return (last_row(s) - first_row(s)) / rows_of_task + 1; };
  const int threads = threads_worth_waking(omp_get_max_threads(), plane.sites() / 2);
  run_steps(threads, walk.first_step, walk.steps, tasks, [&](int s, std::int64_t task) {
    const int first = first_row(s) + static_cast<int>(task) * rows_of_task;
    for (int y = first; y <= std::min(first + rows_of_task - 1, last_row(s)); ++y) {
      const columns in_row = columns_of(reach, y, s);
      update_row(after[(s - 1) % 2].data(), after[s % 2].data(), stays.data(), plane.pitch,
                 plane.at(in_row.first, y), plane.at(in_row.last, y));
    }
  });
  return gathered(walk, [&](int x, int y) { return after[walk.steps % 2][plane.at(x, y)]; });
}

}  // namespace

distribution reference(const problem& walk) {
  const bool in_single = walk.first_step > 1 && !walk.in_double;
  return in_single ? walked<float>(walk) : walked<double>(walk);
}

}  // namespace carpet
