#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "kernels/device/device.h"

namespace {

__global__ void scale(device::span<const float> in, device::span<float> out, float factor) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < in.size()) out[i] = factor * in[i];
}

__global__ void reverse_block(device::span<int> v) {
  __shared__ device::shared_array<int, 256> tile;
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = v[i];
  __syncthreads();
  v[i] = tile[blockDim.x - 1 - threadIdx.x];
}

TEST(DeviceLaunch, RunsEveryThreadOnce) {
  device::stream queue;
  std::vector<float> in(100001);
  std::iota(in.begin(), in.end(), 0.0F);
  const device::buffer<float> from{std::span<const float>(in)};
  device::buffer<float> to(in.size());
  device::launch(queue, scale, {.grid = 100001 / 128 + 1, .block = 128}, from.view(), to.view(), 2);
  const auto out = to.to_host();
  for (std::size_t i = 0; i < in.size(); ++i) ASSERT_EQ(out[i], 2.0F * in[i]) << i;
}

TEST(DeviceLaunch, BarrierOrdersSharedMemory) {
  device::stream queue;
  std::vector<int> in(256 * 40);
  std::iota(in.begin(), in.end(), 0);
  device::buffer<int> v{std::span<const int>(in)};
  device::launch(queue, reverse_block, {.grid = 40, .block = 256}, v.view());
  const auto out = v.to_host();
  for (int b = 0; b < 40; ++b)
    for (int i = 0; i < 256; ++i) ASSERT_EQ(out[b * 256 + i], b * 256 + 255 - i);
}

}  // namespace
