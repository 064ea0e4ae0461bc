#include "kernels/apsp/cpu_bfs.h"

#include <algorithm>
#include <vector>

#include "kernels/apsp/distances.h"

namespace apsp {

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

}  // namespace apsp
