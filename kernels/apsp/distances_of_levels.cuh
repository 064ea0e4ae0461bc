// A batch's distances from the words of its levels.
#pragma once

#include "kernels/apsp/batch_state.cuh"
#include "kernels/apsp/stored_columns.cuh"

namespace apsp {

inline constexpr unsigned most_kept_levels = 63;  ///< numbers of 6 bits

/// Turns the bytes of four words around: byte j of word i becomes byte i of word j.
__device__ __forceinline__ void transpose_bytes(unsigned (&words)[4]) {
  const unsigned low01 = __byte_perm(words[0], words[1], 0x5140);
  const unsigned low23 = __byte_perm(words[2], words[3], 0x5140);
  const unsigned high01 = __byte_perm(words[0], words[1], 0x7362);
  const unsigned high23 = __byte_perm(words[2], words[3], 0x7362);
  words[0] = __byte_perm(low01, low23, 0x5410);
  words[1] = __byte_perm(low01, low23, 0x7632);
  words[2] = __byte_perm(high01, high23, 0x5410);
  words[3] = __byte_perm(high01, high23, 0x7632);
}

/// Stores the distances of the batch's `count` sources. A thread has four vertices at a time, and
/// so a word of each row; of a distance it gathers bit b, of all 32 sources, in planes[b].
template <int Sources>
__device__ __forceinline__ void store_distances(
    const batch_state<Sources, rows_view<std::uint8_t>>& own, unsigned vertices, unsigned count,
    unsigned last_level) {
  constexpr int bits = 6;
  for (unsigned v = 4 * threadIdx.x; v < vertices; v += 4 * blockDim.x) {
    unsigned planes[bits][4]{}, missing[4];
    for (unsigned level = 1; level <= last_level; ++level) {
      const uint4 words = *reinterpret_cast<const uint4*>(&own.levels.of(level)[v]);
#pragma unroll
      for (int b = 0; b < bits; ++b) {
        if ((level >> b & 1) == 0) continue;
        planes[b][0] |= words.x;
        planes[b][1] |= words.y;
        planes[b][2] |= words.z;
        planes[b][3] |= words.w;
      }
    }
#pragma unroll
    for (unsigned i = 0; i < 4; ++i) missing[i] = v + i < vertices ? ~own.seen[v + i] : 0;
#pragma unroll
    for (unsigned first = 0; first < Sources; first += 4) {
      unsigned bytes[4];  // of vertex i first, then of source first + i
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        bytes[i] = spread<std::uint8_t>(missing[i] >> first) * no_path<std::uint8_t>;
#pragma unroll
        for (int b = 0; b < bits; ++b) bytes[i] |= spread<std::uint8_t>(planes[b][i] >> first) << b;
      }
      transpose_bytes(bytes);
#pragma unroll
      for (unsigned i = 0; i < 4; ++i)
        if (first + i < count)
          *reinterpret_cast<unsigned*>(
              &own.output.matrix[own.rows[first + i] * own.output.pitch + v]) = bytes[i];
    }
  }
}

}  // namespace apsp
