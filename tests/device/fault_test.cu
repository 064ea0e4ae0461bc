// Each kind of mistake is caught, with the kernel, the block and the thread, and leaves the
// emulation usable.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kernels/device/device.h"
#include "kernels/device/shared_place.h"
#include "tests/device/faults.h"

namespace {

using device::launch_shape;
using tests::AnnouncedAccesses;
using tests::fault_in;
using tests::fault_of;

__global__ void write_at(device::span<int> v, int offset) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  v[i + offset] = 1;
}

__global__ void read_unwritten(device::span<int> out) {
  __shared__ device::shared_array<int, 8> tile;
  if (threadIdx.x != 3) tile[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[7 - threadIdx.x];
}

__global__ void write_once(device::span<int> out) {
  __shared__ device::shared_array<int, 8> tile;
  if (blockIdx.x == 0) tile[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
}

__global__ void count_unwritten() {
  __shared__ device::shared_array<int, 8> tile;
  atomicAdd(&tile[threadIdx.x], 1);
}

__global__ void leave_tile(int row, int column) {
  __shared__ device::shared_array<float, 4, 6> tile;
  tile(row, column) = 1;
}

__global__ void leave_dynamic(unsigned count) {
  auto all = device::dynamic_shared<float>(count, 8);
  all[0] = 1;
}

__global__ void leave_dynamic_view(unsigned index) {
  auto all = device::dynamic_shared<float>(4);
  all[index] = 1;
}

__global__ void leave_place(unsigned distance) {
  const device::shared_place<float> third(device::dynamic_shared<float>(4), 2 * sizeof(float));
  third[distance] = 1;
}

__global__ void misalign_dynamic() { device::dynamic_shared<double>(1, 4)[0] = 1; }

__global__ void return_before_barrier() {
  if (threadIdx.x == 5) return;
  __syncthreads();
}

__global__ void two_barriers() {
  if (threadIdx.x < 4) {
    __syncthreads();
  } else {
    __syncthreads();
  }
}

__global__ void barrier_and_warp_barrier() {
  if (threadIdx.x < 4)
    __syncthreads();
  else
    __syncwarp();
}

__global__ void lane_never_comes() {
  if (threadIdx.x == 2)
    __syncthreads();
  else
    __ballot_sync(0xffffffffU, 1);
}

__global__ void outside_its_mask() { __shfl_sync(0x1U, 1, 0); }
__global__ void odd_width() { __shfl_sync(0xffffffffU, 1, 0, 12); }

template <class T>
__global__ void read_texture(device::texture_object texture) {
  tex2D<T>(texture, 0.0F, 0.0F);
}

TEST(DeviceFault, WriteBeyondABuffer) {
  device::buffer<int> v(64 * 32);
  EXPECT_EQ(fault_in(write_at, {.grid = 64, .block = 32}, v.view(), 0), "");
  const auto beyond = fault_in(write_at, {.grid = 64, .block = 32}, v.view(), 1);
  EXPECT_EQ(
      beyond,
      "kernel (anonymous namespace)::write_at, block (63, 0, 0), thread (31, 0, 0): index 2048 is "
      "out of bounds of 2048 elements");
  EXPECT_SAYS(fault_in(write_at, {.grid = 64, .block = 32}, v.view(), -1),
              "thread (0, 0, 0): index -1 ");
}

TEST(DeviceFault, SubspanBeyondABuffer) {
  device::buffer<int> v(10);
  EXPECT_EQ(v.view().subspan(4, 6).size(), 6U);
  EXPECT_SAYS(fault_of([&] { v.view().subspan(4, 7); }), "out of bounds of 10 elements");
}

TEST_F(AnnouncedAccesses, SharedReadBeforeAnyWrite) {
  device::buffer<int> out(8);
  EXPECT_SAYS(
      fault_in(read_unwritten, {.grid = 1, .block = 8}, out.view()),
      "thread (4, 0, 0): reads element 3 (of 4 bytes) of a shared array of 32 bytes that no "
      "thread of the block has written");
  // What another block wrote is no excuse, even where that block ran on the same host thread.
  EXPECT_SAYS(fault_in(write_once, {.grid = 2, .block = 8}, out.view()), "block (1, 0, 0)");
  EXPECT_SAYS(fault_in(count_unwritten, {.grid = 1, .block = 8}), "element 0");
}

TEST(DeviceFault, IndexBeyondSharedMemory) {
  EXPECT_EQ(fault_in(leave_tile, {}, 3, 5), "");
  EXPECT_SAYS(fault_in(leave_tile, {}, 2, 6),
              "index (2, 6) is out of bounds of a shared array of (4, 6)");
  EXPECT_SAYS(fault_in(leave_tile, {}, -1, 0), "index (-1, 0)");
  const launch_shape shape{.grid = 1, .block = 1, .shared_bytes = 40};
  EXPECT_EQ(fault_in(leave_dynamic, shape, 8U), "");
  EXPECT_SAYS(fault_in(leave_dynamic, shape, 9U), "36 bytes at byte 8 exceeds the launch's 40");
  EXPECT_SAYS(fault_in(leave_dynamic_view, shape, 4U), "index 4 is out of bounds of 4 elements");
  EXPECT_SAYS(fault_in(leave_place, shape, 2U), "index 4 is out of bounds of 4 elements");
  EXPECT_SAYS(fault_in(misalign_dynamic, shape), "misaligned");
}

TEST(DeviceFault, BarrierThatNotAllReach) {
  const launch_shape shape{.grid = 3, .block = 8};
  const auto left = fault_in(return_before_barrier, shape);
  EXPECT_SAYS(left, "return_before_barrier, block (");
  EXPECT_SAYS(left, "thread (0, 0, 0): waits at the barrier at fault_test.cu:");
  EXPECT_SAYS(left, "thread (5, 0, 0) has ended");
  EXPECT_SAYS(fault_in(two_barriers, shape),
              "while other threads of the block wait at fault_test.cu:");
  EXPECT_SAYS(fault_in(barrier_and_warp_barrier, {.grid = 1, .block = 64}), "waits at the barrier");
  const auto lane = fault_in(lane_never_comes, {.grid = 1, .block = 32});
  EXPECT_SAYS(lane, "thread (2, 0, 0): waits at the barrier");
  EXPECT_SAYS(lane, "thread (0, 0, 0) waits at the warp intrinsic");
}

TEST(DeviceFault, MisuseOfAWarp) {
  EXPECT_SAYS(fault_in(outside_its_mask, {.grid = 1, .block = 2}),
              "thread (1, 0, 0): calls a warp intrinsic");
  EXPECT_SAYS(fault_in(odd_width, {.grid = 1, .block = 32}), "power of two up to 32, not 12");
}

TEST(DeviceFault, TextureOfAnotherKind) {
  const device::buffer<float> v(std::vector<float>(64));
  const auto linear = device::texture<float>::linear(v);
  const auto plane = device::texture<float>::pitched(v, 8, 8, 8, {});
  EXPECT_EQ(fault_in(read_texture<float>, {}, plane.object()), "");
  EXPECT_SAYS(fault_in(read_texture<float>, {}, linear.object()), "texture of 1 dimensions");
  EXPECT_SAYS(fault_in(read_texture<int>, {}, plane.object()), "another type");
  EXPECT_SAYS(fault_in(read_texture<float>, {}, device::texture_object{}), "never made");
  EXPECT_THROW(device::texture<float>::pitched(v, 7, 8, 7, {}), device::error);
  EXPECT_THROW(device::texture<float>::pitched(v, 8, 9, 8, {}), device::error);
}

TEST(DeviceFault, IsThrownFromAnyCoreAndStopsTheLaunch) {
  device::buffer<int> v(100 * 1024 - 1);
  for (int repeat = 0; repeat < 20; ++repeat) {
    EXPECT_SAYS(fault_in(write_at, {.grid = 100, .block = 1024}, v.view(), 0), "block (99, 0, 0)");
    EXPECT_SAYS(fault_in(return_before_barrier, {.grid = 1000, .block = 256}), "has ended");
  }
  EXPECT_EQ(fault_in(write_at, {.grid = 99, .block = 1024}, v.view(), 0), "");
}

/// A fault while some threads have been released from a barrier and others still run.
TEST_F(AnnouncedAccesses, LeaveNoTraceInLaterLaunches) {
  device::buffer<int> out(8);
  for (int repeat = 0; repeat < 10; ++repeat) {
    EXPECT_NE(fault_in(read_unwritten, {.grid = 1, .block = 8}, out.view()), "");
    EXPECT_EQ(fault_in(write_once, {.grid = 1, .block = 8}, out.view()), "");
    EXPECT_EQ(out.to_host(), std::vector<int>(8, 1));
  }
}

TEST(DeviceFault, CopiesBetweenUnequalSizes) {
  device::stream queue;
  device::buffer<int> a(4), b(5);
  EXPECT_THROW(a.copy_from(b, queue), device::error);
  EXPECT_THROW(a.upload(std::vector<int>(3)), device::error);
}

}  // namespace
