// The programs for a CPU.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/apsp/graph.h"

namespace apsp {

/// What a CPU user would run, breadth-first searches on all cores. Fills row i of `matrix` (sources
/// x vertices, row-major) with the distances from sources[i]. Each thread takes the next source and
/// keeps its own queue; the row itself marks what was visited.
void bfs_parallel(const graph& network, std::span<const vertex> sources,
                  std::span<std::int32_t> matrix);

/// Distances from many sources at once, 64 * `words` of them a pass and a bit each of a row of
/// words a vertex, so that a step along an arc serves all that have it on their frontier (Then et
/// al. 2014, "The More the Merrier"); on all cores, a pass each. `words` is 1, 2, 4 or 8. Fills
/// `matrix` as above; with an empty one, stores no distance. Returns how many pairs (source,
/// vertex) lie at distance 0, 1, ..., the last not 0.
std::vector<std::int64_t> bfs_bit_parallel(const graph& network, std::span<const vertex> sources,
                                           int words, std::span<std::int32_t> matrix);

/// More than any distance, and twice it still fits.
constexpr std::int32_t floyd_infinity = 1 << 29;

/// A row-major matrix of side >= vertices: 0 on the diagonal, 1 for an arc, floyd_infinity
/// elsewhere.
void set_arcs(const graph& network, std::size_t side, std::span<std::int32_t> matrix);

/// Floyd's algorithm (Floyd 1962), the paper's CPU program: all pairs at once in n^3 steps,
/// whatever the graph. In place, one thread.
void floyd(std::size_t side, std::span<std::int32_t> matrix);

/// The same on all cores, tile by tile, so that a tile is reused from cache `tile` times
/// (Venkataraman, Sahni and Mukhopadhyaya 2003). The side is a multiple of the tile.
void floyd_blocked(std::size_t side, std::size_t tile, std::span<std::int32_t> matrix);

}  // namespace apsp
