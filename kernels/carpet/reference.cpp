#include "kernels/carpet/reference.h"

#include <omp.h>

#include <algorithm>
#include <vector>

#include "kernels/carpet/distribution.h"
#include "kernels/carpet/initial_state.h"
#include "kernels/carpet/plane.h"
#include "kernels/carpet/step_pool.h"
#include "kernels/carpet/update.h"
#include "kernels/support/instruction_sets.h"
#include "kernels/support/zeros.h"

namespace carpet {
namespace {

/// Steps of a pass over memory: between them a tile stays in a core's cache.
constexpr int together = 8;
constexpr int tile_rows = 64, tile_columns = 256;

/// Site (x, y) of an array whose first site is (x_min, y_min).
template <class T>
struct view {
  T* data;
  int x_min, y_min;
  std::int64_t pitch;

  T* at(int x, int y) const { return data + (y - y_min) * pitch + x - x_min; }
  operator view<const T>() const { return {data, x_min, y_min, pitch}; }
};

/// The sites that are computed around a tile at the border, and those read around these.
constexpr margins around_reach{together, together, together, together};

/// What a step reads and writes of one row, each from its first site on.
template <class Real>
struct row_step {
  const Real* old;
  std::int64_t pitch;  ///< of old
  Real* next;
  const unsigned char* stays;
  std::int64_t sites;
};

/// The 0 of an inaccessible neighbour adds nothing; an inaccessible site is multiplied by 0 rather
/// than skipped, so that the loop can be vectorised.
template <class Real>
inline __attribute__((always_inline)) void update_row(const row_step<Real>& row) {
  // In variables: not every compiler takes a structured binding into a loop of OpenMP.
  const Real* const old = row.old;
  const std::int64_t pitch = row.pitch;
  Real* const next = row.next;
  const unsigned char* const stays = row.stays;
#pragma omp simd
  for (std::int64_t i = 0; i < row.sites; ++i) {
    const auto accessible = static_cast<Real>(1 - stays[i] / inaccessible);
    const Real sum = old[i - 1] + old[i + 1] + old[i - pitch] + old[i + pitch];
    next[i] = accessible * updated<Real>(sum, stays[i], old[i]);
  }
}

FOR_EACH_INSTRUCTION_SET void update_row_wide(const row_step<float>& row) { update_row(row); }
FOR_EACH_INSTRUCTION_SET void update_row_wide(const row_step<double>& row) { update_row(row); }

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
    const view<const Real> old = s == 1 ? before : own[(s - 1) % 2];
    const view<Real> next = s == steps ? after : own[s % 2];
    const int around = steps - s, x = tile.x_min - around;
    for (int y = tile.y_min - around; y <= tile.y_max + around; ++y) {
      update_row_wide(row_step<Real>{old.at(x, y), old.pitch, next.at(x, y), stays.at(x, y),
                                     tile.width() + 2 * around});
    }
  }
}

struct tile {
  window sites;
  int distance;  ///< steps from the start to the nearest of them
};

/// The tiles of the whole reach, the nearest first.
std::vector<tile> tiles_of(const window& reach) {
  const auto nearest = [](int low, int high) { return std::max({low, -high, 0}); };
  std::vector<tile> tiles;
  for (int y = reach.y_min; y <= reach.y_max; y += tile_rows) {
    for (int x = reach.x_min; x <= reach.x_max; x += tile_columns) {
      const window sites{x, std::min(x + tile_columns - 1, reach.x_max), y,
                         std::min(y + tile_rows - 1, reach.y_max)};
      tiles.push_back({sites, nearest(sites.x_min, sites.x_max) + nearest(y, sites.y_max)});
    }
  }
  std::ranges::stable_sort(tiles, {}, &tile::distance);
  return tiles;
}

template <class Real>
distribution walked(const problem& problem) {
  const plane_shape plane(problem.reach, around_reach);
  const auto view_of = [&]<class T>(T* array) {
    return view<T>{array, -plane.start_column, -plane.start_row, plane.pitch};
  };
  const std::vector<unsigned char> stays = stays_of(problem, plane);
  // After an even, an odd number of passes.
  std::vector<Real> state[2] = {retime::zeros<Real>(plane.sites()),
                                retime::zeros<Real>(plane.sites())};
  for_each_initial(problem, [&, first = state[0].data()](int x, int y, double p) {
    first[plane.at(x, y)] = static_cast<Real>(p);
  });

  const auto before = [&](int pass) { return problem.first_step - 1 + pass * together; };
  const auto after = [&](int pass) { return std::min(before(pass) + together, problem.steps); };
  const int passes = (problem.steps - before(0) + together - 1) / together;
  const int threads = threads_worth_waking(omp_get_max_threads(), together * plane.sites() / 2);
  const std::vector<tile> tiles = tiles_of(problem.reach);
  const auto reached = [&](int pass) {
    return std::ranges::upper_bound(tiles, after(pass), {}, &tile::distance) - tiles.begin();
  };
  run_steps(threads, 0, passes - 1, reached, [&](int pass, std::int64_t k) {
    const Real* old = state[pass % 2].data();
    Real* next = state[(pass + 1) % 2].data();
    advance<Real>(tiles[k].sites, after(pass) - before(pass), view_of(old), view_of(next),
                  view_of(stays.data()));
  });
  return gathered(problem, [&](int x, int y) { return state[passes % 2][plane.at(x, y)]; });
}

}  // namespace

distribution reference(const problem& problem) {
  const bool in_single = problem.first_step > 1 && !problem.in_double;
  return in_single ? walked<float>(problem) : walked<double>(problem);
}

}  // namespace carpet
