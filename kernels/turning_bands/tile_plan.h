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
  /// Lines of which a part is in shared memory; lines_at_once segment 2^shift stays below 2^32.
  int lines_at_once = 0;
  int segment = 0;          ///< samples of such a part, as many as a tile's diagonal crosses
  int shift = 0;            ///< fraction bits of a sample's number: bits + 1, less log2(resolution)
  std::int64_t origin = 0;  ///< middle of a line: (length + 1) 2^(shift-1)
};

}  // namespace turning_bands
