#include "kernels/apsp/cpu.h"

#include <algorithm>
#include <vector>

#include "kernels/apsp/distances.h"

namespace apsp {
namespace {

// c[i][j] = min(c[i][j], a[i][k] + b[k][j]) over one tile each, all within the same matrix.
void update_tile(std::size_t side, std::size_t tile, std::int32_t* c, const std::int32_t* a,
                 const std::int32_t* b) {
  for (std::size_t k = 0; k < tile; ++k) {
    for (std::size_t i = 0; i < tile; ++i) {
      const std::int32_t through = a[i * side + k];
      for (std::size_t j = 0; j < tile; ++j) {
        c[i * side + j] = std::min(c[i * side + j], through + b[k * side + j]);
      }
    }
  }
}

}  // namespace

void bfs_parallel(const graph& network, std::span<const vertex> sources,
                  std::span<std::int32_t> matrix) {
  const auto n = static_cast<std::size_t>(network.vertices());
  const std::int32_t* offsets = network.offsets.data();
  const vertex* targets = network.targets.data();
#pragma omp parallel
  {
    std::vector<vertex> queue(n);
#pragma omp for schedule(dynamic)
    for (std::size_t i = 0; i < sources.size(); ++i) {
      std::int32_t* row = matrix.data() + i * n;
      std::fill(row, row + n, unreached);
      row[sources[i]] = 0;
      queue[0] = sources[i];
      // Once every vertex is found, what is left in the queue can find nothing.
      for (std::size_t head = 0, tail = 1; head < tail && tail < n; ++head) {
        const vertex v = queue[head];
        for (std::int32_t a = offsets[v]; a < offsets[v + 1]; ++a) {
          const vertex w = targets[a];
          if (row[w] != unreached) continue;
          row[w] = row[v] + 1;
          queue[tail++] = w;
        }
      }
    }
  }
}

void set_arcs(const graph& network, std::size_t side, std::span<std::int32_t> matrix) {
  std::ranges::fill(matrix, floyd_infinity);
  for (vertex v = 0; v < network.vertices(); ++v) {
    std::int32_t* row = matrix.data() + static_cast<std::size_t>(v) * side;
    for (const vertex w : network.neighbours(v)) row[w] = 1;
    row[v] = 0;
  }
}

void floyd(std::size_t side, std::span<std::int32_t> matrix) {
  update_tile(side, side, matrix.data(), matrix.data(), matrix.data());
}

void floyd_blocked(std::size_t side, std::size_t tile, std::span<std::int32_t> matrix) {
  const std::size_t tiles = side / tile;
  const auto tile_at = [&](std::size_t row, std::size_t column) {
    return matrix.data() + row * tile * side + column * tile;
  };
  for (std::size_t k = 0; k < tiles; ++k) {
    update_tile(side, tile, tile_at(k, k), tile_at(k, k), tile_at(k, k));
#pragma omp parallel
    {
#pragma omp for schedule(static)
      for (std::size_t i = 0; i < tiles; ++i) {
        if (i == k) continue;
        update_tile(side, tile, tile_at(k, i), tile_at(k, k), tile_at(k, i));
        update_tile(side, tile, tile_at(i, k), tile_at(i, k), tile_at(k, k));
      }
#pragma omp for schedule(dynamic)
      for (std::size_t i = 0; i < tiles; ++i) {
        for (std::size_t j = 0; i != k && j < tiles; ++j) {
          if (j != k) update_tile(side, tile, tile_at(i, j), tile_at(i, k), tile_at(k, j));
        }
      }
    }
  }
}

}  // namespace apsp
