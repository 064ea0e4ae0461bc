// Blocks that wait for each other: in any order of blocks and threads, and what happens where
// nobody comes.
#include <gtest/gtest.h>

#include <exception>
#include <numeric>
#include <string>
#include <vector>

#include "kernels/device/device.h"
#include "kernels/device/resident.h"

namespace {

/// Each block adds the values of both neighbours on a ring to its own, `steps` times.
__global__ void add_neighbours(device::span<int> values, device::span<device::stamped<int>> sent,
                               int steps, unsigned begin) {
  const unsigned blocks = gridDim.x, me = blockIdx.x;
  const unsigned beside[2] = {(me + blocks - 1) % blocks, (me + 1) % blocks};
  __shared__ device::shared_array<int, 2> received;
  for (int s = 0; s < steps; ++s) {
    const unsigned now = begin + static_cast<unsigned>(s);
    // Two arrays take turns; a block two steps ahead would need what this one has yet to send.
    const unsigned turn = s % 2 * blocks;
    if (threadIdx.x == 5) device::send(&sent[turn + me], values[me], now);
    if (threadIdx.x < 2) {
      int value = 0;
      device::wait_until(
          [&] { return device::arrived(&sent[turn + beside[threadIdx.x]], now, &value); });
      received[threadIdx.x] = value;
    }
    __syncthreads();
    if (threadIdx.x == 5) values[me] += received[0] + received[1];
    __syncthreads();
  }
}

std::vector<int> added(std::vector<int> values, int steps) {
  const std::size_t count = values.size();
  for (int s = 0; s < steps; ++s) {
    const std::vector<int> old = values;
    for (std::size_t i = 0; i < count; ++i)
      values[i] = old[i] + old[(i + count - 1) % count] + old[(i + 1) % count];
  }
  return values;
}

/// The text of what a launch throws.
template <class Launch>
std::string complaint(Launch launch) {
  try {
    launch();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

struct DeviceResident : testing::Test {
  ~DeviceResident() override { device::emulation::unshuffle(); }

  std::vector<int> added_by_blocks(const std::vector<int>& values, int steps, unsigned begin = 1) {
    const std::size_t count = values.size();
    device::buffer<int> memory(values);
    device::buffer<device::stamped<int>> sent(std::vector<device::stamped<int>>(2 * count));
    device::launch(queue, add_neighbours,
                   {.grid = dim3(static_cast<unsigned>(count)), .block = 40, .resident = true},
                   memory.view(), sent.view(), steps, begin);
    return memory.to_host();
  }

  device::stream queue;
};

TEST_F(DeviceResident, BlocksGetOnTogether) {
  for (const std::size_t blocks : {1U, 2U, 3U, 20U}) {
    std::vector<int> values(blocks);
    std::iota(values.begin(), values.end(), 1);
    EXPECT_EQ(added_by_blocks(values, 7), added(values, 7)) << blocks;
  }
}

TEST_F(DeviceResident, InAnyOrder) {
  const std::vector<int> values{3, 1, 4, 1, 5, 9};
  for (const unsigned interleave : {0U, 3U}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      device::emulation::shuffle(seed, interleave);
      EXPECT_EQ(added_by_blocks(values, 4), added(values, 4)) << seed;
    }
  }
}

TEST_F(DeviceResident, StampsMayCountBeyondTheirRange) {
  const std::vector<int> values{3, 1, 4};
  EXPECT_EQ(added_by_blocks(values, 6, 0xfffffffdU), added(values, 6));
}

__global__ void wait_for_nobody(device::span<device::stamped<int>> sent) {
  if (blockIdx.x == 1) {
    int value = 0;
    device::wait_until([&] { return device::arrived(&sent[0], 2, &value); });
  }
  device::send(&sent[0], 0, 1);
}

TEST_F(DeviceResident, WhoWaitsForNobodyIsNamed) {
  device::buffer<device::stamped<int>> sent(std::vector<device::stamped<int>>(1));
  const auto wait = [&](bool resident) {
    device::launch(queue, wait_for_nobody, {.grid = 3, .block = 2, .resident = resident},
                   sent.view());
  };
  const std::string alone = complaint([&] { wait(true); });
  EXPECT_NE(alone.find("wait_for_nobody, block (1, 0, 0), thread (0, 0, 0): waits for what no "
                       "block sends"),
            std::string::npos)
      << alone;
  const std::string apart = complaint([&] { wait(false); });
  EXPECT_NE(apart.find("its launch is not resident"), std::string::npos) << apart;
}

__global__ void fail_in_one_block(device::span<device::stamped<int>> sent) {
  if (blockIdx.x == 2) sent[7] = {};
  int value = 0;
  device::wait_until([&] { return device::arrived(&sent[0], 1, &value); });
}

TEST_F(DeviceResident, AFaultEndsAllBlocks) {
  device::buffer<device::stamped<int>> sent(std::vector<device::stamped<int>>(1));
  const std::string why = complaint([&] {
    device::launch(queue, fail_in_one_block, {.grid = 4, .block = 33, .resident = true},
                   sent.view());
  });
  EXPECT_NE(why.find("block (2, 0, 0)"), std::string::npos) << why;
  EXPECT_NE(why.find("out of bounds"), std::string::npos) << why;
}

TEST_F(DeviceResident, MoreThanRunAtOnceAreRefused) {
  device::buffer<device::stamped<int>> sent(std::vector<device::stamped<int>>(1));
  const auto most =
      static_cast<unsigned>(device::most_resident(wait_for_nobody, {.grid = 1, .block = 1}));
  const std::string why = complaint([&] {
    device::launch(queue, wait_for_nobody, {.grid = most + 1, .block = 1, .resident = true},
                   sent.view());
  });
  EXPECT_EQ(why, std::to_string(most + 1) +
                     " blocks that wait for each other do not run at once: " +
                     std::to_string(most) + " do");
}

}  // namespace
