// The surface a walker walks on: K x K random iterators (Hoffmann 2010, Sect. III, Figs 2 and 3).
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "kernels/carpet/bitmap.h"
#include "kernels/carpet/generators.h"

namespace carpet {

/// Column x and row y; on a surface both count from 0 at its first line's first site.
struct site {
  std::int64_t x = 0, y = 0;
  bool operator==(const site&) const = default;
};

/// A surface never stored: whether a site is accessible is computed from the seed, level by level.
class surface {
 public:
  /// `across` is K, at least 1. An iterator is keyed by its place relative to the middle one, so
  /// that a larger odd K adds iterators round the same carpet. @throws retime::bad_input if a
  /// side exceeds 65536 sites.
  surface(generator_set generators, int level, std::int64_t across, std::uint64_t seed);

  std::int64_t side() const { return iterator_side_ * across_; }  ///< in sites
  std::int64_t iterator_side() const { return iterator_side_; }   ///< n^level sites
  const generator_set& generators() const { return generators_; }

  bool accessible(site at) const;  ///< false outside the surface
  std::int64_t accessible_sites() const;

  /// The middle of the surface: x = y = side / 2.
  site centre() const { return {side() / 2, side() / 2}; }

  /// The accessible site nearest to `from` by Euclidean distance; of several the first by row, then
  /// by column.
  std::optional<site> nearest_accessible(site from) const;

  /// The sites from `first` to `last`, both included, as a bitmap whose column 0, row 0 is `first`.
  bitmap window(site first, site last) const;

 private:
  struct cell {
    std::int64_t iterator_x, iterator_y;  ///< counted from the surface's first iterator
    std::int64_t x, y;  ///< of the cell among the cells of its level in that iterator
    int level;          ///< 1: the whole iterator
  };
  const generator& pattern_of(const cell& at) const;
  cell child(const cell& at, int column, int row) const;
  std::int64_t count(const cell& at) const;
  void paint(const cell& at, site first, bitmap& into) const;

  generator_set generators_;
  int level_;
  std::int64_t across_, iterator_side_;
  std::uint64_t seed_;
  std::vector<std::int64_t> cell_side_;  ///< by level; cell_side_[level_ + 1] == 1
};

}  // namespace carpet
