// The seeded orders: reproducible, different from one another, and able to bring out a race.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "kernels/device/device.h"

namespace {

/// Which thread came how soon, before and after a barrier.
__global__ void note_order(device::span<int> next, device::span<int> order) {
  const int mine = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  order[static_cast<std::size_t>(atomicAdd(&next[0], 1))] = mine;
  __syncthreads();
  order[static_cast<std::size_t>(atomicAdd(&next[0], 1))] = mine;
}

// Both races are of a kind that is not looked for.

/// Adds without an atomic.
__global__ void add_racing(device::span<unsigned char> sum) {
  const unsigned char seen = sum[0];
  sum[0] = static_cast<unsigned char>(seen + 1);
}

/// A missing barrier between writing and reading.
__global__ void read_neighbour(device::span<int> written, device::span<int> out) {
  written[threadIdx.x] = static_cast<int>(threadIdx.x);
  out[threadIdx.x] = threadIdx.x == 0 ? 0 : written[threadIdx.x - 1];
}

struct DeviceOrder : testing::Test {
  ~DeviceOrder() override { device::emulation::unshuffle(); }

  std::vector<int> noted(unsigned blocks) {
    device::buffer<int> next(std::vector<int>{0});
    device::buffer<int> out(2 * 64 * blocks);
    device::launch(queue, note_order, {.grid = blocks, .block = 64}, next.view(), out.view());
    return out.to_host();
  }
  device::stream queue;
};

TEST_F(DeviceOrder, NaturalWithinABlock) {
  std::vector<int> expected(128);
  std::iota(expected.begin(), expected.begin() + 64, 0);
  std::iota(expected.begin() + 64, expected.end(), 0);
  EXPECT_EQ(noted(1), expected);
}

TEST_F(DeviceOrder, ASeedGivesTheSameOrderAgain) {
  for (const unsigned interleave : {0U, 4U}) {
    std::set<std::vector<int>> seen;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      device::emulation::shuffle(seed, interleave);
      const auto first = noted(20);
      EXPECT_EQ(noted(20), first) << seed;
      EXPECT_TRUE(seen.insert(first).second) << seed;
    }
  }
}

TEST_F(DeviceOrder, ShufflesBlocksThreadsAndWhatFollowsABarrier) {
  device::emulation::shuffle(7);
  const auto got = noted(20);
  std::vector<int> blocks;
  for (std::size_t i = 0; i < got.size(); i += 128) blocks.push_back(got[i] / 64);
  EXPECT_FALSE(std::is_sorted(blocks.begin(), blocks.end()));
  EXPECT_FALSE(std::is_sorted(got.begin(), got.begin() + 64));
  EXPECT_FALSE(std::is_sorted(got.begin() + 64, got.begin() + 128));
  EXPECT_NE(std::vector<int>(got.begin(), got.begin() + 64),
            std::vector<int>(got.begin() + 64, got.begin() + 128));
  // Every thread still passes twice.
  auto sorted = got;
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 0; i < sorted.size(); ++i) EXPECT_EQ(sorted[i], static_cast<int>(i / 2));
}

TEST_F(DeviceOrder, BringsOutAMissingBarrier) {
  const auto neighbours = [&] {
    device::buffer<int> written(std::vector<int>(64)), out(64);
    device::launch(queue, read_neighbour, {.grid = 1, .block = 64}, written.view(), out.view());
    return out.to_host();
  };
  std::vector<int> intended(64);
  std::iota(intended.begin() + 1, intended.end(), 0);
  EXPECT_EQ(neighbours(), intended) << "in the natural order the mistake stays hidden";
  device::emulation::shuffle(1);
  EXPECT_NE(neighbours(), intended);
}

TEST_F(DeviceOrder, BringsOutALostUpdate) {
  const auto sum = [&] {
    device::buffer<unsigned char> total(std::vector<unsigned char>{0});
    device::launch(queue, add_racing, {.grid = 1, .block = 250}, total.view());
    return total.to_host().front();
  };
  EXPECT_EQ(sum(), 250) << "in the natural order the mistake stays hidden";
  device::emulation::shuffle(1, 4);
  EXPECT_LT(sum(), 250);
}

}  // namespace
