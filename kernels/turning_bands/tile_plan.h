// How tiles (tiles.cuh) read lines, in whole numbers.
#pragma once

#include <cstdint>

namespace turning_bands {

/// A direction's components in units of 2^-bits.
struct whole_direction {
  int x, y, z, unused;
};

/// How a block shares its cells and lines: threads along z (threadIdx.x) and y, each with Cells
/// cells along x.
struct tile_plan {
  int lines_at_once = 0;    ///< lines of which a part is in shared memory
  int segment = 0;          ///< samples of such a part, as many as a tile's diagonal crosses
  int shift = 0;            ///< fraction bits of a sample's number: bits + 1, less log2(resolution)
  int finer = 0;            ///< fraction bits that are added within a segment
  std::int64_t origin = 0;  ///< middle of a line: (length + 1) 2^(shift-1)

  /// A sample's number within a segment is then the top byte of its 32 bits.
  static constexpr int longest_for_a_byte = 256, bits_below_a_byte = 24;
  constexpr bool is_byte() const { return segment <= longest_for_a_byte; }
};

}  // namespace turning_bands
