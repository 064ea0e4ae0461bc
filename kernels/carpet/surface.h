// The surface a walker walks on: K x K random iterators (Hoffmann 2010, Sect. III, Figs 2 and 3).
#pragma once

#include <cstdint>
#include <optional>

#include "kernels/carpet/bitmap.h"
#include "kernels/carpet/generators.h"

namespace carpet {

/// Column x and row y; on a surface both count from 0 at its first line's first site.
struct site {
  std::int64_t x = 0, y = 0;
  bool operator==(const site&) const = default;
};

/// Sites from which a loop over them is worth several threads.
inline constexpr std::int64_t parallel_from = 1 << 18;

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

  std::int64_t accessible_sites() const;

  /// The middle of the surface: x = y = side / 2.
  site centre() const { return {side() / 2, side() / 2}; }

  /// The accessible site nearest to `place` by Euclidean distance; of several the first by row,
  /// then by column.
  std::optional<site> nearest_accessible(site place) const;

  /// An accessible site of the middle iterator, each of them with the same chance; the seed
  /// decides.
  std::optional<site> random_accessible() const;

  /// The sites from `first` to `last`, both included, as a bitmap whose column 0, row 0 is `first`.
  bitmap window(site first, site last) const;

 private:
  struct square {
    site first;
    std::int64_t side;
    int level;  ///< 1: a whole iterator
  };
  const generator& pattern_of(const square& cell) const;

  /// Calls visit(first site, pattern) for the cells of the finest level, those alone that no
  /// coarser pattern closes: of an iterator, or of a row of iterators. Most cells that hold no site
  /// from `first` to `last` are passed over.
  template <class Visit>
  void for_each_pattern(const square& cell, site first, site last, Visit visit) const;
  template <class Visit>
  void for_each_pattern(std::int64_t iterator_row, site first, site last, Visit visit) const;

  generator_set generators_;
  int level_;
  std::int64_t across_, iterator_side_;
  std::uint64_t seed_;
};

}  // namespace carpet
