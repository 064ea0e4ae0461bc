#include "kernels/carpet/reference.h"

#include <omp.h>

#include <algorithm>
#include <vector>

#include "kernels/carpet/distribution.h"
#include "kernels/carpet/initial_state.h"
#include "kernels/carpet/plane.h"
#include "kernels/carpet/stays.h"
#include "kernels/carpet/step_pool.h"
#include "kernels/carpet/update.h"

namespace carpet {
namespace {

/// Site (x, y) of an array whose first site is (x_min, y_min).
template <class T>
struct view {
  T* data;
  int x_min, y_min;
  std::int64_t pitch;

  T* at(int x, int y) const { return data + (y - y_min) * pitch + x - x_min; }
  operator view<const T>() const { return {data, x_min, y_min, pitch}; }
};

template <class T>
view<T> view_of(T* sites, const plane_shape& plane) {
  return {sites, -plane.start_column, -plane.start_row, plane.pitch};
}

/// One step for `sites` of a row. The 0 of an inaccessible neighbour adds nothing; an inaccessible
/// site is multiplied by 0 rather than skipped, so that the loop can be vectorised.
template <class Real>
void update_row(const Real* old, std::int64_t pitch, Real* next, const unsigned char* stays,
                std::int64_t sites) {
  for (std::int64_t i = 0; i < sites; ++i) {
    const auto accessible = static_cast<Real>(1 - stays[i] / inaccessible);
    const Real sum = old[i - 1] + old[i + 1] + old[i - pitch] + old[i + pitch];
    next[i] = accessible * updated<Real>(sum, stays[i], old[i]);
  }
}

/// Steps of a pass over the plane: between them a tile stays in a core's cache. At the border the
/// sites that are computed around a tile, and those read around these, are in the plane's margin.
constexpr int together = plane_shape::margin;
constexpr int tile_rows = 32, tile_columns = 128;

/// Each step computes what the next one reads: so many sites around the tile as steps are left.
template <class Real>
void advance(const window& tile, int steps, view<const Real> before, view<Real> after,
             view<const unsigned char> stays) {
  constexpr std::int64_t pitch = tile_columns + 2 * together;
  thread_local std::vector<Real> between[2];
  view<Real> own[2];
  for (int i : {0, 1}) {
    between[i].resize(pitch * (tile_rows + 2 * together));
    own[i] = {between[i].data(), tile.x_min - together, tile.y_min - together, pitch};
  }
  for (int s = 1; s <= steps; ++s) {
    const view<const Real> from = s == 1 ? before : own[(s - 1) % 2];
    const view<Real> to = s == steps ? after : own[s % 2];
    const int around = steps - s, x = tile.x_min - around;
    for (int y = tile.y_min - around; y <= tile.y_max + around; ++y) {
      update_row(from.at(x, y), from.pitch, to.at(x, y), stays.at(x, y), tile.width() + 2 * around);
    }
  }
}

/// The tiles of a pass: those of the sites within `radius` of the start.
struct tile_grid {
  tile_grid(const window& reach, int within)
      : radius(within),
        all{std::max(reach.x_min, -radius), std::min(reach.x_max, radius),
            std::max(reach.y_min, -radius), std::min(reach.y_max, radius)},
        columns((all.width() - 1) / tile_columns + 1),
        count(columns * ((all.height() - 1) / tile_rows + 1)) {}

  window tile(std::int64_t k) const {
    const int x = all.x_min + static_cast<int>(k % columns) * tile_columns;
    const int y = all.y_min + static_cast<int>(k / columns) * tile_rows;
    return {x, std::min(x + tile_columns - 1, all.x_max), y,
            std::min(y + tile_rows - 1, all.y_max)};
  }
  bool reaches(const window& tile) const {
    const auto nearest = [](int low, int high) { return std::max({low, -high, 0}); };
    return nearest(tile.x_min, tile.x_max) + nearest(tile.y_min, tile.y_max) <= radius;
  }

  int radius;
  window all;
  std::int64_t columns, count;
};

template <class Real>
distribution walked(const problem& walk) {
  const plane_shape plane(walk.reach);
  const std::vector<unsigned char> stays = stays_of(walk, plane);
  std::vector<Real> state[2];  // after an even, an odd number of passes
  for (auto& p : state) p.resize(plane.sites());
  for_each_initial(walk, [&, first = state[0].data()](int x, int y, double p) {
    first[plane.at(x, y)] = static_cast<Real>(p);
  });

  const auto before = [&](int pass) { return walk.first_step - 1 + pass * together; };
  const auto after = [&](int pass) { return std::min(before(pass) + together, walk.steps); };
  const int passes = (walk.steps - before(0) + together - 1) / together;
  const int threads = threads_worth_waking(omp_get_max_threads(), together * plane.sites() / 2);
  const auto tiles = [&](int pass) { return tile_grid(walk.reach, after(pass)).count; };
  run_steps(threads, 0, passes - 1, tiles, [&](int pass, std::int64_t k) {
    const tile_grid grid(walk.reach, after(pass));
    const window tile = grid.tile(k);
    if (!grid.reaches(tile)) return;
    const Real* old = state[pass % 2].data();
    Real* next = state[(pass + 1) % 2].data();
    advance<Real>(tile, after(pass) - before(pass), view_of(old, plane), view_of(next, plane),
                  view_of(stays.data(), plane));
  });
  return gathered(walk, [&](int x, int y) { return state[passes % 2][plane.at(x, y)]; });
}

}  // namespace

distribution reference(const problem& walk) {
  const bool in_single = walk.first_step > 1 && !walk.in_double;
  return in_single ? walked<float>(walk) : walked<double>(walk);
}

}  // namespace carpet
