#include "kernels/carpet/reference.h"

#include <omp.h>

#include <utility>

#include "kernels/carpet/flush_denormals.h"
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

/// A step must give a thread some 1 ms of work to be worth the barrier at its end.
int threads_for(const window& reach) {
  return static_cast<int>(
      std::min<std::int64_t>(omp_get_max_threads(), 1 + reach.width() * reach.height() / 1048576));
}

}  // namespace

distribution reference(const problem& of) {
  const plane sites(of);
  const window& reach = of.reach;
  std::vector<double> old(sites.stays.size()), next(sites.stays.size());
  old[sites.at(0, 0)] = 1;
#pragma omp parallel num_threads(threads_for(reach))
  {
    const flush_denormals guard;
    for (int s = 1; s <= of.steps; ++s) {
      const int first = std::max(reach.y_min, -s), last = std::min(reach.y_max, s);
#pragma omp for schedule(static)
      for (int y = first; y <= last; ++y) {
        const columns in_row = columns_of(reach, y, s);
        if (in_row.first > in_row.last) continue;
        update_row(old.data(), next.data(), sites.stays.data(), sites.pitch,
                   sites.at(in_row.first, y), sites.at(in_row.last, y));
      }
#pragma omp single
      std::swap(old, next);
    }
  }
  distribution result{std::vector<double>(of.sites())};
#pragma omp parallel for schedule(dynamic, 16)
  for (int y = reach.y_min; y <= reach.y_max; ++y) {
    of.for_each_site(y, of.steps,
                     [&](int x, std::int64_t index) { result.p[index] = old[sites.at(x, y)]; });
  }
  return result;
}

}  // namespace carpet
