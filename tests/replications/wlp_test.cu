// Warps are counted without gaps or repeats in blocks and grids of any shape, and one thread of
// each works. The paper's Fig. 3 does so only where a block's threads are a multiple of 32 and the
// grid has no z.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "kernels/device/device.h"
#include "kernels/replications/wlp.h"

namespace replications {
namespace {

/// Fig. 3: the thread's number in the grid over 32.
__device__ unsigned warp_of_the_paper() {
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  return (threads * (blockIdx.x + blockIdx.y * gridDim.x) + thread_in_block()) / warpSize;
}

/// Whether a thread works and its warp's number, by wlp.h and by Fig. 3. Threads are counted by
/// another road than there: block by block, z first.
__global__ void note(device::span<unsigned> works, device::span<unsigned> warps,
                     device::span<unsigned> of_the_paper, device::span<unsigned> in_block) {
  unsigned place = blockIdx.z;
  place = place * gridDim.y + blockIdx.y;
  place = place * gridDim.x + blockIdx.x;
  place = place * blockDim.z + threadIdx.z;
  place = place * blockDim.y + threadIdx.y;
  place = place * blockDim.x + threadIdx.x;
  WARP_INIT;
  warps[place] = warpIdx;
  of_the_paper[place] = warp_of_the_paper();
  in_block[place] = place % (blockDim.x * blockDim.y * blockDim.z);
  works[place] = 0;
  WARP_BEGIN { works[place] = 1; }
}

struct noted {
  std::vector<unsigned> works, warps, of_the_paper, in_block;
};

noted run(dim3 grid, dim3 block) {
  const std::size_t threads =
      std::size_t{1} * grid.x * grid.y * grid.z * block.x * block.y * block.z;
  device::buffer<unsigned> works(threads), warps(threads), of_the_paper(threads), in_block(threads);
  device::stream queue;
  device::launch(queue, note, {.grid = grid, .block = block}, works.view(), warps.view(),
                 of_the_paper.view(), in_block.view());
  queue.synchronize();
  return {works.to_host(), warps.to_host(), of_the_paper.to_host(), in_block.to_host()};
}

/// Numbers of warps of the threads that work, in order.
std::vector<unsigned> working(const std::vector<unsigned>& warps, const noted& of) {
  std::vector<unsigned> numbers;
  for (std::size_t i = 0; i < warps.size(); ++i)
    if (of.works[i] == 1) numbers.push_back(warps[i]);
  std::ranges::sort(numbers);
  return numbers;
}

std::vector<unsigned> in_a_row(unsigned count) {
  std::vector<unsigned> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0u);
  return numbers;
}

constexpr unsigned threads_of(dim3 extent) { return extent.x * extent.y * extent.z; }

TEST(ReplicationsWlp, WarpsAreCountedInBlocksAndGridsOfAnyShape) {
  for (const dim3 block : {dim3(32), dim3(33), dim3(48), dim3(31), dim3(1), dim3(1024),
                           dim3(7, 5, 3), dim3(16, 4), dim3(2, 2, 16), dim3(1, 1, 40)}) {
    for (const dim3 grid : {dim3(1), dim3(10), dim3(3, 4), dim3(2, 3, 4), dim3(1, 1, 6)}) {
      const noted seen = run(grid, block);
      const unsigned warps = (threads_of(block) + 31) / 32 * threads_of(grid);
      EXPECT_EQ(working(seen.warps, seen), in_a_row(warps))
          << block.x << 'x' << block.y << 'x' << block.z << " threads, " << grid.x << 'x' << grid.y
          << 'x' << grid.z << " blocks";
      for (std::size_t i = 0; i < seen.warps.size(); ++i) {
        ASSERT_EQ(seen.works[i], seen.in_block[i] % 32 == 0);
        ASSERT_EQ(seen.warps[i], seen.warps[i - seen.in_block[i] % 32]);  // as its warp's first
      }
    }
  }
}

TEST(ReplicationsWlp, ThoseOfThePaperAreNotUnlessBlocksAreWholeWarps) {
  const auto are_counted = [](dim3 grid, dim3 block) {
    const noted seen = run(grid, block);
    return working(seen.of_the_paper, seen) ==
           in_a_row((threads_of(block) + 31) / 32 * threads_of(grid));
  };
  EXPECT_TRUE(are_counted(dim3(10), dim3(64)));
  EXPECT_TRUE(are_counted(dim3(3, 4), dim3(16, 4)));
  EXPECT_FALSE(are_counted(dim3(10), dim3(33)));
  EXPECT_FALSE(are_counted(dim3(10), dim3(48)));
  EXPECT_FALSE(are_counted(dim3(2), dim3(7, 5, 3)));
  EXPECT_FALSE(are_counted(dim3(2, 3, 4), dim3(64)));
}

}  // namespace
}  // namespace replications
