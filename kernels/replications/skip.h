// Tables by which threads enter a stream of random words at their own places, without the words
// before. A stream is cut into parts of equal length, one for each thread of some blocks.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/replications/generators.h"

namespace replications {

struct stream_parts {
  int threads = 1, blocks = 1;  ///< that share a stream
  std::uint64_t words = 0;      ///< of a part
};

/// Returns the table for a generator; empty if it needs none.
///
/// taus88 is linear over bits: a skip of n words is a matrix of 32 x 32 bits for each of its three
/// numbers. Matrices for the lanes of a warp come first, by columns: word [number][column][lane];
/// then those for the warps of a block and for the blocks, by rows: [warp or block][number][row].
///
/// mwc64x has retime::mwc64x::skip_factor() of each thread, then of each block, lower word first.
std::vector<word> skip_table(generator_kind, const stream_parts&);
inline constexpr int taus88_skip_words = taus88::words * 32;  ///< of one skip

/// Returns whether threads can enter its streams anywhere.
constexpr bool can_skip(generator_kind kind) { return kind != generator_kind::xorwow; }

}  // namespace replications
