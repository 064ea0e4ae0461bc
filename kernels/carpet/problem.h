// A random walk on a random Sierpinski carpet: what is asked, and the carpet it is asked of
// (Hoffmann 2010, Sect. III).
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <vector>

#include "kernels/carpet/bitmap.h"
#include "kernels/carpet/surface.h"

namespace carpet {

/// Probabilities of the accessible sites within reach of the walker, |x|+|y| <= steps from its
/// start: row by row with y ascending, x ascending in a row. problem::row_begin says where a row
/// begins.
struct distribution {
  std::vector<double> p;
};

struct parameters {
  int steps = 1;  ///< S of the paper
  generator_set generators;
  int level = 3;  ///< construction steps of an iterator
  /// Iterators a side; absent: the fewest (an odd number) that hold all that a walker from the
  /// centre, or from the random start, can reach.
  std::optional<std::int64_t> across;
  std::optional<site> start;  ///< on the surface; absent: its centre
  bool random_start = false;  ///< instead: surface::random_accessible
  bool in_double = false;     ///< double precision, else single
  std::uint64_t seed = 1;
};

/// Rows and columns about the start, both ends included: the walker's reach, clipped to the
/// surface. x and y count from the start, as in the paper.
struct window {
  int x_min = 0, x_max = 0, y_min = 0, y_max = 0;
  constexpr std::int64_t width() const { return std::int64_t{x_max} - x_min + 1; }
  constexpr std::int64_t height() const { return std::int64_t{y_max} - y_min + 1; }
};

/// The columns of row y within `radius` of the start; first > last where there are none.
struct columns {
  int first, last;
};
inline columns columns_of(const window& reach, int y, int radius) {
  const int half = radius - std::abs(y);
  return {std::max(-half, reach.x_min), std::min(half, reach.x_max)};
}

/// Plain data once made. A window of S = 9500 takes 45 MB.
struct problem {
  using answer = distribution;
  static constexpr const char* family = "carpet";

  int steps = 0;
  /// Steps first_step..steps are computed. 1: all, from Eq. (2). Above 1: from a random state of
  /// all sites with |x|+|y| < first_step, which a walk can have reached by then (initial_state.h).
  int first_step = 1;
  bool in_double = false;  ///< double precision, else single
  std::shared_ptr<const surface> ground;
  site start;  ///< on the surface; the nearest accessible site to the one asked for
  std::int64_t accessible_sites = 0;  ///< of the whole surface
  window reach;
  bitmap open;  ///< of `reach`
  /// The index in distribution::p of a row's first site; one more than rows.
  std::vector<std::int64_t> row_begin;
  /// Site updates of a run of all steps that updates only accessible sites with |x|+|y| <= s in
  /// step s.
  std::int64_t least_updates = 0;

  bool accessible(int x, int y) const {
    return x >= reach.x_min && x <= reach.x_max && y >= reach.y_min && y <= reach.y_max &&
           open(x - reach.x_min, y - reach.y_min);
  }
  /// n of Eq. (1): the accessible ones among a site's four neighbours.
  int neighbours(int x, int y) const {
    return accessible(x - 1, y) + accessible(x + 1, y) + accessible(x, y - 1) +
           accessible(x, y + 1);
  }
  /// The largest |x|+|y| of the reach.
  int farthest() const {
    return std::min(steps,
                    std::max(-reach.x_min, reach.x_max) + std::max(-reach.y_min, reach.y_max));
  }
  /// Site visits of steps 1..last where step s visits all sites of the reach with |x|+|y| <= s.
  double diamond_visits(int last) const;
  /// Sites of the reach with |x|+|y| <= radius, accessible or not.
  double sites_within(int radius) const {
    return diamond_visits(radius) - diamond_visits(radius - 1);
  }
  std::int64_t sites() const { return row_begin.back(); }  ///< accessible and within reach
  /// For each radius from 0 to `steps`: accessible sites of the reach with |x|+|y| <= radius.
  std::vector<std::int64_t> accessible_within() const;

  /// The accessible ones among the sites of row y in `part`, a part of the reach.
  std::int64_t accessible_in(int y, columns part) const {
    return open.count(y - reach.y_min, part.first - reach.x_min, part.last - reach.x_min);
  }
  /// Calls visit(x) for each of them, x ascending.
  template <class Visit>
  void for_each_accessible(int y, columns part, Visit visit) const {
    open.for_each_set(y - reach.y_min, part.first - reach.x_min, part.last - reach.x_min,
                      [&](std::int64_t column) { visit(static_cast<int>(column) + reach.x_min); });
  }

  /// Calls visit(x, index in distribution::p) for the sites of row y, x ascending, as far as
  /// |x|+|y| <= radius.
  template <class Visit>
  void for_each_site(int y, int radius, Visit visit) const {
    const columns row = columns_of(reach, y, steps), near = columns_of(reach, y, radius);
    if (near.first > near.last) return;
    std::int64_t index = row_begin[y - reach.y_min];
    if (near.first > row.first) index += accessible_in(y, {row.first, near.first - 1});
    for_each_accessible(y, near, [&](int x) { visit(x, index++); });
  }
  /// Calls visit(x, y, index) for those of all rows, on several threads.
  template <class Visit>
  void for_each_site_at_once(int radius, Visit visit) const {
#pragma omp parallel for schedule(dynamic, 16) if (sites() > parallel_from)
    for (int y = std::max(reach.y_min, -radius); y <= std::min(reach.y_max, radius); ++y)
      for_each_site(y, radius, [&](int x, std::int64_t index) { visit(x, y, index); });
  }
};

/// The input from its parameters, the same on every machine.
/// @throws retime::bad_input: the surface is too large, the start lies outside it, no site is
/// accessible, the reach exceeds 2^31 sites.
problem make_problem(const parameters& parameters);

/// Throws what make_problem would, without painting the carpet.
void check(const parameters& parameters);

}  // namespace carpet
