// Threads that meet at a word of memory with nothing that puts them in order are found in the
// natural order of threads, where the answer is right by chance; what is in order, or does no harm,
// passes.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kernels/device/async_copy.h"
#include "kernels/device/device.h"
#include "kernels/device/order.h"
#include "tests/device/faults.h"

namespace {

using device::launch_shape;
using tests::fault_in;

class Race : public tests::AnnouncedAccesses {
 protected:
  void TearDown() override { device::emulation::unshuffle(); }

  device::buffer<int> out_{std::vector<int>(1024)}, one_{std::vector<int>(1)};
  const launch_shape block_{.grid = 1, .block = 64};
};

template <bool Barrier, bool OfWarp>
__global__ void shift(int* out) {
  __shared__ device::shared_array<int, 64> tile;
  tile[threadIdx.x] = static_cast<int>(threadIdx.x);
  if (Barrier) __syncthreads();
  if (OfWarp) __syncwarp();
  out[threadIdx.x] = tile[OfWarp ? threadIdx.x / 32 * 32 : threadIdx.x / 2];
}

TEST_F(Race, AMissingBarrierBeforeReading) {
  const auto race = fault_in(shift<false, false>, block_, out_.data());
  EXPECT_SAYS(race,
              "block (0, 0, 0), thread (1, 0, 0): reads element 0 (of 4 bytes) of a shared "
              "array of 256 bytes, which thread (0, 0, 0) writes with no barrier in between");
  EXPECT_EQ((fault_in(shift<true, false>, block_, out_.data())), "");
  EXPECT_EQ((fault_in(shift<false, true>, block_, out_.data())), "") << "a warp's barrier will do";
}

template <bool Barrier>
__global__ void shift_again(int* out) {
  int* const tile = device::dynamic_shared<int>(64).data();
  for (int round = 0; round < 3; ++round) {
    tile[threadIdx.x] = round + static_cast<int>(threadIdx.x);
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x / 2];
    if (Barrier) __syncthreads();
  }
}

TEST_F(Race, AMissingBarrierBeforeWritingAgain) {
  const launch_shape shape{.grid = 1, .block = 64, .shared_bytes = 256};
  EXPECT_SAYS(fault_in(shift_again<false>, shape, out_.data()), "with no barrier in between");
  EXPECT_EQ(fault_in(shift_again<true>, shape, out_.data()), "");
}

__global__ void count_in_shared(int* out, bool atomic) {
  __shared__ device::shared_array<int, 1> count;
  if (threadIdx.x == 0) count[0] = 0;
  __syncthreads();
  if (atomic)
    atomicAdd(&count[0], 1);
  else
    ++count[0];
  __syncthreads();
  if (threadIdx.x == 0) *out = count[0];
}

TEST_F(Race, ACounterInSharedMemory) {
  EXPECT_SAYS(fault_in(count_in_shared, block_, out_.data(), false), "with no barrier in between");
  EXPECT_EQ(fault_in(count_in_shared, block_, out_.data(), true), "");
  EXPECT_EQ(out_.to_host()[0], 64);
}

__global__ void count_in_device_memory(int* count) { count[0] += 1; }
__global__ void count_a_block(int* count) {
  if (threadIdx.x == 0) ++count[0];
}
__global__ void count_atomically(int* count) { atomicAdd(count, 1); }
__global__ void count_bytes(unsigned char* count) { ++count[threadIdx.x]; }

TEST_F(Race, ACounterInDeviceMemory) {
  const auto lost = fault_in(count_in_device_memory, block_, one_.data());
  EXPECT_SAYS(lost,
              "thread (1, 0, 0): changes element 0 (of 4 bytes) of a buffer of 4 bytes that "
              "another thread changed in this launch");
  EXPECT_SAYS(fault_in(count_a_block, {.grid = 2, .block = 32}, one_.data()), "block (1, 0, 0)");
  EXPECT_EQ(fault_in(count_a_block, {.grid = 1, .block = 32}, one_.data()), "");
  EXPECT_EQ(fault_in(count_atomically, {.grid = 8, .block = 32}, one_.data()), "");
  device::buffer<unsigned char> bytes(std::vector<unsigned char>(64));
  EXPECT_EQ(fault_in(count_bytes, block_, bytes.data()), "") << "each has its own byte of a word";
}

__global__ void count_in_a_span(device::span<int> count) { count[0] += 1; }

TEST_F(Race, IsFoundInAnyOrderAndLeavesNoTrace) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    device::shuffle_threads(seed);
    EXPECT_SAYS(fault_in(count_in_a_span, block_, one_.view()), "may be lost");
    EXPECT_EQ(fault_in(shift<true, false>, block_, out_.data()), "");
  }
}

/// Each of these is as it should be.
__global__ void one_flag(int* out) {
  __shared__ device::shared_array<int, 1> any;
  if (threadIdx.x == 0) any[0] = 0;
  __syncthreads();
  if (threadIdx.x % 2 == 0) any[0] = 1;  // all write the same
  __syncthreads();
  out[threadIdx.x] = any[0];
}
__global__ void mark_same(int* out) {
  if (out[5] != 1) out[5] = 1;
  out[6] = 1;
}
__global__ void any_winner(int* out) { out[7] = static_cast<int>(blockIdx.x * 64 + threadIdx.x); }
__global__ void in_turn(int* out) {
  for (unsigned t = 0; t < blockDim.x; ++t) {
    if (threadIdx.x == t) ++out[0];
    __syncthreads();
  }
}
__global__ void last_block_adds(int* partial, int* come, int* total) {
  if (threadIdx.x != 0) return;
  partial[blockIdx.x] = static_cast<int>(blockIdx.x);
  __threadfence();
  if (atomicAdd(come, 1) != static_cast<int>(gridDim.x) - 1) return;
  __threadfence();
  int sum = 0;
  for (unsigned b = 0; b < gridDim.x; ++b) {
    sum += partial[b];
    partial[b] = 0;
  }
  *total = sum;
}
__global__ void locked_sum(int* lock, int* total) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  *total += 1;
  __threadfence();
  atomicExch(lock, 0);
}
__global__ void warp_sum(int* out) {
  __shared__ device::shared_array<int, 64> tile;
  tile[threadIdx.x] = 1;
  __syncwarp();
  for (unsigned stride = 16; stride > 0; stride /= 2) {
    int other = 0;
    if (threadIdx.x % 32 < stride) other = tile[threadIdx.x + stride];
    __syncwarp();
    if (threadIdx.x % 32 < stride) tile[threadIdx.x] += other;
    __syncwarp();
  }
  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = tile[threadIdx.x];
}
__global__ void histogram(const int* values, int* out) {
  __shared__ device::shared_array<int, 4> bins;
  if (threadIdx.x < 4) bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[static_cast<unsigned>(values[threadIdx.x]) % 4], 1);
  __syncthreads();
  if (threadIdx.x < 4) atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}
__global__ void copied_ahead(const int* in, int* out) {
  int* const tile = device::dynamic_shared<int>(64).data();
  device::copy_async(&tile[threadIdx.x], &in[threadIdx.x]);
  device::commit_copies();
  device::wait_for_copies<0>();
  __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];
}

TEST_F(Race, WhatIsInOrderOrDoesNoHarmPasses) {
  device::buffer<int> more(std::vector<int>(64)), two(std::vector<int>(1));
  const launch_shape blocks{.grid = 4, .block = 64},
      dynamic{.grid = 1, .block = 64, .shared_bytes = 256};
  for (int shuffled = 0; shuffled < 4; ++shuffled) {
    if (shuffled != 0) device::shuffle_threads(static_cast<std::uint64_t>(shuffled));
    one_.upload(std::vector<int>(1));
    out_.upload(std::vector<int>(1024));
    EXPECT_EQ(fault_in(one_flag, blocks, out_.data()), "");
    EXPECT_EQ(fault_in(mark_same, blocks, out_.data()), "");
    EXPECT_EQ(fault_in(any_winner, blocks, out_.data()), "");
    EXPECT_EQ(fault_in(in_turn, block_, out_.data()), "");
    EXPECT_EQ(fault_in(last_block_adds, blocks, more.data(), one_.data(), two.data()), "");
    one_.upload(std::vector<int>(1));
    EXPECT_EQ(fault_in(locked_sum, blocks, one_.data(), two.data()), "");
    EXPECT_EQ(fault_in(warp_sum, blocks, out_.data()), "");
    EXPECT_EQ(fault_in(histogram, blocks, static_cast<const int*>(more.data()), out_.data()), "");
    EXPECT_EQ(fault_in(copied_ahead, dynamic, static_cast<const int*>(more.data()), out_.data()),
              "");
  }
}

}  // namespace
