// What kernels do through bare pointers: out of bounds, before anybody wrote, after a buffer's end
// of life, and in arithmetic that has no result. Each is caught with kernel, block and thread.
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "kernels/device/async_copy.h"
#include "kernels/device/device.h"
#include "tests/device/faults.h"

namespace {

using device::launch_shape;
using tests::fault_in;

class BarePointer : public tests::AnnouncedAccesses {};

template <class T>
__global__ void read_at(const T* v, long index, T* out) {
  if (threadIdx.x == 3) *out = v[index];
}
template <class T>
__global__ void write_bare(T* v, long index) {
  if (threadIdx.x == 3) v[index] = T{};
}
__global__ void add_at(int* v, long index) { atomicAdd(&v[index], 1); }

template <class T>
void expect_bounds_are_kept() {
  const long n = 37;
  device::buffer<T> v(std::vector<T>(static_cast<std::size_t>(n))), out(1);
  const launch_shape shape{.grid = 2, .block = 8};
  for (const long inside : {0L, n - 1}) {
    EXPECT_EQ(fault_in(read_at<T>, shape, static_cast<const T*>(v.data()), inside, out.data()), "");
    EXPECT_EQ(fault_in(write_bare<T>, shape, v.data(), inside), "");
  }
  for (const long beyond : {-1L, -5000L, n + 8, n + 3000, n + 20000}) {
    const auto what = "element " + std::to_string(beyond) + " (of " + std::to_string(sizeof(T)) +
                      " bytes) of a buffer of " + std::to_string(n * sizeof(T)) +
                      " bytes, which is out of its bounds";
    const auto read =
        fault_in(read_at<T>, shape, static_cast<const T*>(v.data()), beyond, out.data());
    EXPECT_SAYS(read, "read_at<");
    EXPECT_SAYS(read, "thread (3, 0, 0): reads " + what);
    EXPECT_SAYS(fault_in(write_bare<T>, shape, v.data(), beyond), "writes " + what);
  }
}

TEST_F(BarePointer, OutOfBoundsOfABuffer) {
  expect_bounds_are_kept<int>();
  expect_bounds_are_kept<double>();
  expect_bounds_are_kept<int4>();
  expect_bounds_are_kept<unsigned char>();
  device::buffer<int> v(std::vector<int>(10));
  EXPECT_SAYS(fault_in(add_at, {}, v.data(), 10L), "writes element 10 (of 4 bytes)");
  EXPECT_SAYS(fault_in(write_bare<int>, {.grid = 1, .block = 4}, v.data(), 10L),
              "writes element 10");
}

TEST_F(BarePointer, AStrayWriteLeavesOtherBuffersAlone) {
  device::buffer<int> first(std::vector<int>(1000, 5)), second(std::vector<int>(1000, 7));
  for (const long index : {1000L, 3000L, 5000L, -3000L})
    EXPECT_NE(fault_in(write_bare<int>, {.grid = 1, .block = 4}, first.data(), index), "");
  EXPECT_EQ(second.to_host(), std::vector<int>(1000, 7));
}

TEST_F(BarePointer, ABufferThatIsNoMore) {
  const int* gone = nullptr;
  {
    const device::buffer<int> v(std::vector<int>(10));
    gone = v.data();
  }
  device::buffer<int> out(1);
  EXPECT_SAYS(fault_in(read_at<int>, {.grid = 1, .block = 4}, gone, 3L, out.data()),
              "which is out of its bounds");
}

__global__ void write_some(int* v, unsigned from) {
  if (threadIdx.x >= from) v[threadIdx.x] = static_cast<int>(threadIdx.x);
}
__global__ void copy_all(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void add_to_all(int* v) { atomicAdd(&v[threadIdx.x], 1); }
__global__ void double_all(float* v) { v[threadIdx.x] *= 2; }

TEST_F(BarePointer, AReadOfWhatNobodyWrote) {
  device::buffer<int> in(8), out(8);
  const launch_shape shape{.grid = 1, .block = 8};
  EXPECT_EQ(fault_in(write_some, shape, in.data(), 2U), "");
  EXPECT_SAYS(
      fault_in(copy_all, shape, static_cast<const int*>(in.data()), out.data()),
      "copy_all, block (0, 0, 0), thread (0, 0, 0): reads element 0 (of 4 bytes) of a buffer "
      "of 32 bytes that nobody has written");
  EXPECT_SAYS(fault_in(add_to_all, shape, in.data()), "nobody has written");
  device::buffer<float> sums(8);  // a compiler may leave out a read that a write follows
  EXPECT_SAYS(fault_in(double_all, shape, sums.data()), "reads element 0");
  EXPECT_EQ(fault_in(write_some, shape, in.data(), 0U), "");
  EXPECT_EQ(fault_in(copy_all, shape, static_cast<const int*>(in.data()), out.data()), "");
  in.poison();
  EXPECT_SAYS(fault_in(copy_all, shape, static_cast<const int*>(in.data()), out.data()),
              "nobody has written");
}

TEST_F(BarePointer, WhatTheHostWroteIsWritten) {
  device::stream queue;
  device::buffer<int> in(8), copied(8), out(8);
  const launch_shape shape{.grid = 1, .block = 8};
  const auto read = [&](const device::buffer<int>& v) {
    return fault_in(copy_all, shape, v.data(), out.data());
  };
  in.fill_bytes(0xff, queue);
  EXPECT_EQ(read(in), "");
  in.poison();
  in.upload(std::vector<int>(8, -1));
  EXPECT_EQ(read(in), "");
  copied.copy_from(in, queue);
  EXPECT_EQ(read(copied), "");
  in.poison();
  copied.copy_from(in, queue);
  EXPECT_SAYS(read(copied), "nobody has written");
}

__global__ void dynamic_by_pointer(long index, int* out) {
  int* const memory = device::dynamic_shared<int>(16).data();
  memory[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = memory[index];
}
__global__ void write_beyond_an_array(long index) {
  __shared__ device::shared_array<int, 16> tile, other;
  other[threadIdx.x] = 1;
  int* const memory = tile.data();
  memory[index] = 1;
}

TEST_F(BarePointer, SharedMemory) {
  device::buffer<int> out(4);
  const launch_shape shape{.grid = 1, .block = 4, .shared_bytes = 64};
  EXPECT_EQ(fault_in(dynamic_by_pointer, shape, 3L, out.data()), "");
  EXPECT_SAYS(fault_in(dynamic_by_pointer, shape, 16L, out.data()),
              "reads element 16 (of 4 bytes) of a shared array of 64 bytes, which is out of its "
              "bounds");
  EXPECT_SAYS(fault_in(write_beyond_an_array, {}, 16L),
              "writes element 16 (of 4 bytes) of a shared array of 64 bytes, which is out of its "
              "bounds");
}

__global__ void product(int a, int b, int* out) { *out = a * b; }
__global__ void sum(long long a, long long b, long long* out) { *out = a + b; }
__global__ void quotient(int a, int b, int* out) { *out = a / b; }
__global__ void local_array(int index, int* out) {
  int local[4] = {1, 2, 3, 4};
  local[threadIdx.x] = index;
  *out = local[index];
}

TEST_F(BarePointer, ArithmeticWithoutAResult) {
  device::buffer<int> out(1);
  device::buffer<long long> wide(1);
  EXPECT_EQ(fault_in(product, {}, 46340, 46340, out.data()), "");
  const auto overflow = fault_in(product, {}, 70000, -70000, out.data());
  EXPECT_SAYS(overflow, "product, block (0, 0, 0), thread (0, 0, 0): 70000 * -70000 at ");
  EXPECT_SAYS(overflow, "bare_pointer_test.cu:");
  EXPECT_SAYS(overflow, "has no result in 32 bits");
  EXPECT_SAYS(fault_in(sum, {}, std::numeric_limits<long long>::max(), 1LL, wide.data()),
              "9223372036854775807 + 1 at ");
  EXPECT_SAYS(fault_in(quotient, {}, 7, 0, out.data()), "7 / 0 at ");
  EXPECT_EQ(fault_in(local_array, {}, 3, out.data()), "");
  EXPECT_SAYS(fault_in(local_array, {}, 4, out.data()), "index 4 at ");
}

}  // namespace
