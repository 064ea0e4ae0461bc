// Variant C's numbering of the accessible sites alone, outwards from the start (Hoffmann 2010,
// Sect. V-C, Fig. 9).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "kernels/carpet/plane.h"

namespace carpet {

/// Sites are numbered band by band, a band being `rings` neighbouring rings |x|+|y| = d; 1 is the
/// paper's numbering, ring by ring. Inside a band 64 places along the edge of the diamond come ring
/// by ring before the next 64, so that the neighbours of sites that are close in number are close
/// in number too. All indices stay the same during a run.
class compact_numbering {
 public:
  /// @param rings a power of two, at least 1.
  compact_numbering(const problem& problem, int rings);

  static constexpr std::int32_t not_present = -1;

  std::int32_t sites() const { return before_.back(); }
  /// t[s] of Fig. 10: how many sites step s must update, a prefix of the numbering. Whole bands, so
  /// for rings > 1 a little more than the sites with |x|+|y| <= s.
  std::int32_t threads(int step) const;
  part_of_array reached(int step) const { return {0, threads(step)}; }
  /// The number of an accessible site within reach, else not_present.
  std::int32_t at(int x, int y) const;
  /// Indices of the neighbours -x, +x, -y, +y of every site.
  std::vector<std::array<std::int32_t, 4>> neighbours() const;

 private:
  /// A site's place: ring d, edge (quarter) of that ring, steps t along it with 0 <= t < max(d, 1).
  struct ring_place {
    int d, quarter, t;
  };
  static ring_place place_of(int x, int y);
  static std::array<int, 2> site_at(const ring_place& place);
  std::int64_t chunks(int band) const {
    return std::max<std::int64_t>(1, ((band + 1) * std::int64_t{rings_} + 62) / 64);
  }
  std::int64_t word_of(const ring_place& place) const;
  template <class Visit>
  void for_each_word(int band, Visit visit) const;

  int rings_, farthest_;
  std::vector<std::int64_t> band_begin_;  ///< first word of a band
  std::vector<std::uint64_t> open_;       ///< a word: 64 places t of one ring
  std::vector<std::int32_t> before_;      ///< accessible sites before a word
};

}  // namespace carpet
