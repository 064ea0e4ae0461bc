// What a CPU user would run: breadth-first searches from every source, on all cores.
#pragma once

#include <cstdint>
#include <span>

#include "kernels/apsp/graph.h"

namespace apsp {

/// Fills row i of `matrix` (sources x vertices, row-major) with the distances from sources[i]. Each
/// thread takes the next source and keeps its own queue; the row itself marks what was visited.
void bfs_parallel(const graph& network, std::span<const vertex> sources,
                  std::span<std::int32_t> matrix);

}  // namespace apsp
