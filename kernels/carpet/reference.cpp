#include "kernels/carpet/reference.h"

#include <omp.h>

#include <algorithm>

#include "kernels/carpet/flush_denormals.h"
#include "kernels/carpet/step_pool.h"
#include "kernels/carpet/update.h"

namespace carpet {
namespace {

/// The reach with a ring of inaccessible sites around it, whose probability is and stays 0.
struct plane {
  explicit plane(const problem& of)
      : reach(of.reach),
        pitch(reach.width() + 2),
        stays(pitch * (reach.height() + 2), inaccessible) {
    for (int y = reach.y_min; y <= reach.y_max; ++y) {
      for (int x = reach.x_min; x <= reach.x_max; ++x) {
        if (!of.accessible(x, y)) continue;
        const int neighbours = of.accessible(x - 1, y) + of.accessible(x + 1, y) +
                               of.accessible(x, y - 1) + of.accessible(x, y + 1);
        stays[at(x, y)] = static_cast<unsigned char>(4 - neighbours);
      }
    }
  }
  std::int64_t at(int x, int y) const {
    return (y - reach.y_min + 1) * pitch + (x - reach.x_min + 1);
  }

  static constexpr unsigned char inaccessible = 128;
  window reach;
  std::int64_t pitch;
  std::vector<unsigned char> stays;  ///< 4 - n of Eq. (1), or `inaccessible`
};

/// One step for the sites first..last of a row. The 0 of an inaccessible neighbour adds nothing; an
/// inaccessible site is multiplied by 0 rather than skipped, so that the loop can be vectorised.
void update_row(const double* old, double* next, const unsigned char* stays, std::int64_t pitch,
                std::int64_t first, std::int64_t last) {
  for (std::int64_t i = first; i <= last; ++i) {
    const int accessible = 1 - stays[i] / plane::inaccessible;
    const double sum = old[i - 1] + old[i + 1] + old[i - pitch] + old[i + pitch];
    next[i] = accessible * updated<double>(sum, stays[i], old[i]);
  }
}

}  // namespace

distribution reference(const problem& of) {
  const plane sites(of);
  const window& reach = of.reach;
  std::vector<double> even(sites.stays.size()),
      odd(sites.stays.size());  // after even, odd numbers of steps
  even[sites.at(0, 0)] = 1;

  // In step s the rows with |y| <= s, some at a time.
  constexpr int rows_of_task = 16;
  const auto first_row = [&](int s) { return std::max(reach.y_min, -s); };
  const auto last_row = [&](int s) { return std::min(reach.y_max, s); };
  const auto tasks = [&](int s) { return (last_row(s) - first_row(s)) / rows_of_task + 1; };
  const int threads =
      threads_worth_waking(omp_get_max_threads(), of.reach.width() * of.reach.height() / 2);
  run_steps(threads, 1, of.steps, tasks, [&](int s, std::int64_t task) {
    const flush_denormals guard;
    const std::vector<double>& old = s % 2 == 0 ? odd : even;
    std::vector<double>& next = s % 2 == 0 ? even : odd;
    const int first = first_row(s) + static_cast<int>(task) * rows_of_task;
    for (int y = first; y <= std::min(first + rows_of_task - 1, last_row(s)); ++y) {
      const columns in_row = columns_of(reach, y, s);
      if (in_row.first > in_row.last) continue;
      update_row(old.data(), next.data(), sites.stays.data(), sites.pitch,
                 sites.at(in_row.first, y), sites.at(in_row.last, y));
    }
  });

  const std::vector<double>& last = of.steps % 2 == 0 ? even : odd;
  distribution result{std::vector<double>(of.sites())};
  for (int y = reach.y_min; y <= reach.y_max; ++y) {
    of.for_each_site(y, of.steps,
                     [&](int x, std::int64_t index) { result.p[index] = last[sites.at(x, y)]; });
  }
  return result;
}

}  // namespace carpet
