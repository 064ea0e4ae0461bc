// Warps are counted without gaps or repeats in blocks and grids of any shape, and one thread of
// each works.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "kernels/device/device.h"
#include "kernels/replications/wlp.h"

namespace replications {
namespace {

/// Whether a thread works, and its warp's number. Threads are counted by another road than in
/// wlp.h: block by block, z first.
__global__ void note(device::span<unsigned> works, device::span<unsigned> warps) {
  unsigned place = blockIdx.z;
  place = place * gridDim.y + blockIdx.y;
  place = place * gridDim.x + blockIdx.x;
  place = place * blockDim.z + threadIdx.z;
  place = place * blockDim.y + threadIdx.y;
  place = place * blockDim.x + threadIdx.x;
  WARP_INIT;
  warps[place] = warpIdx;
  works[place] = 0;
  WARP_BEGIN { works[place] = 1; }
}

constexpr unsigned threads_of(dim3 extent) { return extent.x * extent.y * extent.z; }

TEST(ReplicationsWlp, WarpsAreCountedInBlocksAndGridsOfAnyShape) {
  for (const dim3 block : {dim3(32), dim3(33), dim3(48), dim3(31), dim3(1), dim3(1024),
                           dim3(7, 5, 3), dim3(16, 4), dim3(2, 2, 16), dim3(1, 1, 40)}) {
    for (const dim3 grid : {dim3(1), dim3(10), dim3(3, 4), dim3(2, 3, 4), dim3(1, 1, 6)}) {
      SCOPED_TRACE(testing::Message() << block.x << 'x' << block.y << 'x' << block.z << " threads, "
                                      << grid.x << 'x' << grid.y << 'x' << grid.z << " blocks");
      const std::size_t threads = threads_of(block);
      device::buffer<unsigned> works(threads * threads_of(grid)), warps(works.size());
      device::stream queue;
      device::launch(queue, note, {.grid = grid, .block = block}, works.view(), warps.view());
      queue.synchronize();
      const auto working = works.to_host(), numbers = warps.to_host();
      std::vector<unsigned> counted;
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        const std::size_t lane = i % threads % 32;
        ASSERT_EQ(working[i], lane == 0);
        ASSERT_EQ(numbers[i], numbers[i - lane]);
        if (lane == 0) counted.push_back(numbers[i]);
      }
      std::vector<unsigned> in_a_row((threads + 31) / 32 * threads_of(grid));
      std::iota(in_a_row.begin(), in_a_row.end(), 0u);
      std::ranges::sort(counted);
      EXPECT_EQ(counted, in_a_row);
    }
  }
}

}  // namespace
}  // namespace replications
