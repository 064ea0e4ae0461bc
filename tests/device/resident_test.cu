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
__global__ void add_neighbours(device::span<int> values, device::span<unsigned> flags, int steps,
                               unsigned begin) {
  const unsigned blocks = gridDim.x, me = blockIdx.x;
  const unsigned beside[2] = {(me + blocks - 1) % blocks, (me + 1) % blocks};
  for (int s = 0; s < steps; ++s) {
    const unsigned now = begin + static_cast<unsigned>(s);
    if (threadIdx.x < 2) {
      device::wait_for(&flags[beside[threadIdx.x]], now);
    }
    __syncthreads();
    // Two arrays take turns; a block two steps ahead would need what this one has yet to publish.
    const unsigned from = s % 2 * blocks, to = blocks - from;
    if (threadIdx.x == 3) {
      values[to + me] = values[from + me] + device::read_published(&values[from + beside[0]]) +
                        device::read_published(&values[from + beside[1]]);
    }
    __syncthreads();
    if (threadIdx.x == 5) device::publish(&flags[me], now + 1);
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

  std::vector<int> added_by_blocks(const std::vector<int>& values, int steps, unsigned begin = 0) {
    const std::size_t count = values.size();
    std::vector<int> both = values;
    both.resize(2 * count);
    device::buffer<int> memory(both);
    device::buffer<unsigned> flags(std::vector<unsigned>(count, begin));
    device::launch(queue, add_neighbours,
                   {.grid = dim3(static_cast<unsigned>(count)), .block = 40, .resident = true},
                   memory.view(), flags.view(), steps, begin);
    both = memory.to_host();
    const auto first = both.begin() + static_cast<std::ptrdiff_t>(steps % 2 * count);
    return {first, first + static_cast<std::ptrdiff_t>(count)};
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

TEST_F(DeviceResident, FlagsMayCountBeyondTheirRange) {
  const std::vector<int> values{3, 1, 4};
  EXPECT_EQ(added_by_blocks(values, 6, 0xfffffffdU), added(values, 6));
}

__global__ void wait_for_nobody(device::span<unsigned> flags) {
  if (blockIdx.x == 1) device::wait_for(&flags[0], 2);
  device::publish(&flags[0], 1);
}

TEST_F(DeviceResident, WhoWaitsForNobodyIsNamed) {
  device::buffer<unsigned> flags(std::vector<unsigned>{0});
  const auto wait = [&](bool resident) {
    device::launch(queue, wait_for_nobody, {.grid = 3, .block = 2, .resident = resident},
                   flags.view());
  };
  const std::string alone = complaint([&] { wait(true); });
  EXPECT_NE(alone.find("wait_for_nobody, block (1, 0, 0), thread (0, 0, 0): waits for the value 2, "
                       "which no block publishes"),
            std::string::npos)
      << alone;
  const std::string apart = complaint([&] { wait(false); });
  EXPECT_NE(apart.find("its launch is not resident"), std::string::npos) << apart;
}

/// The blocks from `first` on meet in `rounds` rounds; in each they add up what all of them wrote,
/// a number a thread that is another one every round.
__global__ void add_all(device::span<unsigned> barrier, device::span<int> written,
                        device::span<int> sums, unsigned first, int rounds) {
  if (blockIdx.x < first) return;
  const unsigned blocks = gridDim.x - first;
  const unsigned me = (blockIdx.x - first) * blockDim.x + threadIdx.x;
  for (int r = 0; r < rounds; ++r) {
    written[me] = static_cast<int>(me + 1) * (r + 1);
    device::meet(barrier.data(), blocks);
    int sum = 0;
    for (unsigned i = 0; i < blocks * blockDim.x; ++i) sum += device::read_published(&written[i]);
    sums[me] += sum;
    device::meet(barrier.data(), blocks);  // all have read before anybody writes again
  }
}

TEST_F(DeviceResident, BlocksMeet) {
  constexpr int rounds = 5, threads = 33;
  for (const unsigned blocks : {1U, 2U, 7U}) {
    for (const unsigned first : {0U, blocks / 2}) {
      const int all = static_cast<int>(blocks - first) * threads;
      const int expected = all * (all + 1) / 2 * rounds * (rounds + 1) / 2;
      // Launches with one barrier, whose rounds count beyond their range.
      device::buffer<unsigned> barrier(std::vector<unsigned>{0, 0xfffffff3U});
      device::buffer<int> written(all), sums(std::vector<int>(all, 0));
      for (std::uint64_t seed = 0; seed < 6; ++seed) {
        if (seed > 0) device::emulation::shuffle(seed, 3);
        device::launch(queue, add_all,
                       {.grid = dim3(blocks), .block = dim3(threads), .resident = true},
                       barrier.view(), written.view(), sums.view(), first, rounds);
      }
      EXPECT_EQ(sums.to_host(), std::vector<int>(all, 6 * expected)) << blocks << ' ' << first;
      EXPECT_EQ(barrier.to_host(), (std::vector<unsigned>{0, 0xfffffff3U + 6 * 2 * rounds}));
      device::emulation::unshuffle();
    }
  }
}

__global__ void one_does_not_come(device::span<unsigned> barrier) {
  if (blockIdx.x != 1) device::meet(barrier.data(), gridDim.x);
}

TEST_F(DeviceResident, ABlockThatDoesNotComeIsMissed) {
  device::buffer<unsigned> barrier(std::vector<unsigned>{0, 0});
  const std::string why = complaint([&] {
    device::launch(queue, one_does_not_come, {.grid = 3, .block = 2, .resident = true},
                   barrier.view());
  });
  EXPECT_NE(why.find("waits for the value 1, which no block publishes"), std::string::npos) << why;
}

__global__ void fail_in_one_block(device::span<unsigned> flags) {
  if (blockIdx.x == 2) flags[7] = 1;
  device::wait_for(&flags[0], 1);
}

TEST_F(DeviceResident, AFaultEndsAllBlocks) {
  device::buffer<unsigned> flags(std::vector<unsigned>{0});
  const std::string why = complaint([&] {
    device::launch(queue, fail_in_one_block, {.grid = 4, .block = 33, .resident = true},
                   flags.view());
  });
  EXPECT_NE(why.find("block (2, 0, 0)"), std::string::npos) << why;
  EXPECT_NE(why.find("out of bounds"), std::string::npos) << why;
}

TEST_F(DeviceResident, MoreThanRunAtOnceAreRefused) {
  device::buffer<unsigned> flags(std::vector<unsigned>{0});
  const auto most =
      static_cast<unsigned>(device::most_resident(wait_for_nobody, {.grid = 1, .block = 1}));
  const std::string why = complaint([&] {
    device::launch(queue, wait_for_nobody, {.grid = most + 1, .block = 1, .resident = true},
                   flags.view());
  });
  EXPECT_EQ(why, std::to_string(most + 1) +
                     " blocks that wait for each other do not run at once: " +
                     std::to_string(most) + " do");
}

}  // namespace
