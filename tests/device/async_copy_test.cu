// What the emulation adds to asynchronous copies: until they are waited for, nothing has arrived.
#include <gtest/gtest.h>

#include <vector>

#include "kernels/device/async_copy.h"
#include "kernels/device/device.h"

namespace {

/// Three copies, the last in no group; what has arrived when `Pending` groups may be missing.
template <unsigned Pending>
__global__ void read_early(device::span<const int> in, device::span<int> out) {
  __shared__ device::shared_array<int, 3, 8> tile;
  const unsigned i = threadIdx.x;
  for (unsigned k = 0; k < 3; ++k) {
    device::copy_async(&tile(k, i), &in[k * 8 + i]);
    if (k < 2) device::commit_copies();
  }
  device::wait_for_copies<Pending>();
  for (unsigned k = 0; k < 3; ++k) out[k * 8 + i] = tile(k, i);
}

template <unsigned Pending>
void expect_arrived(unsigned copies) {
  std::vector<int> numbers(24);
  for (int i = 0; i < 24; ++i) numbers[i] = i;
  device::stream queue;
  const device::buffer<int> in(numbers);
  device::buffer<int> out(24);
  for (int repeat = 0; repeat < 2; ++repeat) {  // a block finds nothing of the one before
    device::launch(queue, read_early<Pending>, {.grid = 3, .block = 8}, in.view(), out.view());
    const std::vector<int> got = out.to_host();
    for (unsigned i = 0; i < 24; ++i)
      EXPECT_EQ(got[i], i / 8 < copies ? numbers[i] : -1) << Pending << " pending, " << i;
  }
}

TEST(DeviceAsyncCopy, ArrivesWhenItIsWaitedFor) {
  expect_arrived<0>(2);
  expect_arrived<1>(1);
  expect_arrived<2>(0);
  expect_arrived<5>(0);
}

__global__ void copy_beyond(device::span<const int4> in) {
  __shared__ device::shared_array<int4, 32> tile;
  device::copy_async(&tile[threadIdx.x], &in[threadIdx.x + 1]);
}

TEST(DeviceAsyncCopy, IsCheckedWhereItBegins) {
  const device::buffer<int4> in(32);
  device::stream queue;
  EXPECT_THROW(device::launch(queue, copy_beyond, {.grid = 1, .block = 32}, in.view()),
               device::fault);
}

}  // namespace
