// Kernels whose accesses of device memory are known.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "kernels/device/access_counter.h"
#include "kernels/device/device.h"

namespace {

template <class Work>
void expect_counts(std::uint64_t reads, std::uint64_t writes, Work work) {
  const device::access_counter counter;
  work();
  const auto counted = counter.counted();
  ASSERT_TRUE(counted);
  EXPECT_EQ(counted->reads, reads);
  EXPECT_EQ(counted->writes, writes);
}

/// Thread i reads as many elements as i % 3, so that the threads of a warp part; two of three
/// write.
__global__ void divergent(device::span<const float> in, device::span<float> out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 3 == 0) return;
  float sum = 0;
  for (unsigned k = 0; k < i % 3; ++k) sum += in[i - k];
  out[i] = sum;
}

class AccessCounter : public testing::Test {
 protected:
  static constexpr unsigned blocks = 100, block = 96, threads = blocks * block;

  void launch_divergent() {
    device::launch(queue_, divergent, {.grid = blocks, .block = block}, std::as_const(in_).view(),
                   out_.view());
  }

  device::stream queue_;
  device::buffer<float> in_{std::vector<float>(threads)}, out_{std::vector<float>(threads)};
};

TEST_F(AccessCounter, AddsUpTheThreadsOfAllBlocksAndLaunches) {
  expect_counts(threads, 2 * threads / 3, [&] { launch_divergent(); });
  expect_counts(3 * threads, 2 * threads, [&] {
    for (int i = 0; i < 3; ++i) launch_divergent();
  });
}

TEST_F(AccessCounter, CountsTheSameOnOneHostThreadAsOnAll) {
  for (const unsigned interleave : {0U, 5U}) {
    device::emulation::shuffle(7, interleave);
    expect_counts(threads, 2 * threads / 3, [&] { launch_divergent(); });
  }
  device::emulation::unshuffle();
}

TEST_F(AccessCounter, CountsAGraphWhenItRuns) {
  auto recorded = device::graph::capture(queue_, [&] { launch_divergent(); });
  expect_counts(2 * threads, 4 * threads / 3, [&] {
    recorded.launch(queue_);
    recorded.launch(queue_);
  });
}

TEST_F(AccessCounter, LeavesOutCopiesAndTheHostsAccesses) {
  expect_counts(0, 0, [&] {
    out_.copy_from(in_, queue_);
    in_.view()[0] = out_.to_host()[0];
  });
}

/// Everything that is no device memory: nothing of it counts but the last line.
__global__ void elsewhere(device::span<float> pinned, device::span<float> out) {
  __shared__ device::shared_array<float, 32> tile;
  const unsigned i = threadIdx.x;
  tile[i] = 1;
  const device::span<float> of_tile(tile.data(), 32);
  const auto dynamic = device::dynamic_shared<float>(32);
  float registers[4];
  const device::span<float> local(registers, 4);
  dynamic[i] = of_tile[i];
  local[i % 4] = pinned[i] = dynamic[i];
  atomicAdd(&dynamic[i], 1.0F);
  out[i] = local[i % 4];
}

TEST_F(AccessCounter, LeavesOutSharedLocalAndPinnedMemory) {
  device::pinned<float> pinned(32);
  expect_counts(0, 32, [&] {
    device::launch(queue_, elsewhere, {.grid = 1, .block = 32, .shared_bytes = 32 * sizeof(float)},
                   device::span<float>(pinned.view().data(), 32), out_.view());
  });
}

__global__ void by_other_ways(device::texture_object texture, device::span<const float> in,
                              device::span<float> out) {
  const auto i = static_cast<int>(threadIdx.x);
  const float texel = tex1Dfetch<float>(texture, i) + tex1Dfetch<float>(texture, -1);  // one inside
  const float loaded = __ldg(&in[i]) + in.subspan(1, 32).at_byte(4);
  atomicAdd(&out[0], texel + loaded);
}

TEST_F(AccessCounter, CountsTexelsBytePlacesAndAtomics) {
  const auto texture = device::texture<float>::linear(in_);
  expect_counts(3 * 32, 32, [&] {
    device::launch(queue_, by_other_ways, {.grid = 1, .block = 32}, texture.object(),
                   std::as_const(in_).view(), out_.view());
  });
}

TEST_F(AccessCounter, CountsNothingUnlessItLives) {
  expect_counts(threads, 2 * threads / 3, [&] { launch_divergent(); });
  launch_divergent();
  EXPECT_EQ(device::backend::counted()->reads, threads);  // still
}

}  // namespace
