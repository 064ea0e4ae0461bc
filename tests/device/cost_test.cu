// What the emulation costs a thread. The aim is 40 ns without barriers and 200 ns with one, on 2
// idle cores; the test prints what it finds and fails only far beyond that, since a busy machine is
// no defect.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "kernels/device/device.h"

namespace {

__global__ void average(device::span<const float> in, device::span<float> out, int n) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (x == 0 || y == 0 || x >= n - 1 || y >= n - 1) return;
  const int at = y * n + x;
  out[at] = 0.2F * (in[at] + in[at - 1] + in[at + 1] + in[at - n] + in[at + n]);
}

__global__ void average_tiled(device::span<const float> in, device::span<float> out, int n) {
  __shared__ device::shared_array<float, 16, 16> tile;
  const int x = static_cast<int>(blockIdx.x * 14 + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * 14 + threadIdx.y);
  const bool inside = x < n && y < n;
  tile(threadIdx.y, threadIdx.x) = inside ? in[y * n + x] : 0.0F;
  __syncthreads();
  const unsigned i = threadIdx.y, j = threadIdx.x;
  if (i == 0 || j == 0 || i == 15 || j == 15 || x >= n - 1 || y >= n - 1) return;
  out[y * n + x] =
      0.2F * (tile(i, j) + tile(i, j - 1) + tile(i, j + 1) + tile(i - 1, j) + tile(i + 1, j));
}

/// Best of several launches, in host time a thread.
template <class Kernel>
double cost_ns(Kernel kernel, int n, int interior) {
  device::stream queue;
  device::buffer<float> in(static_cast<std::size_t>(n) * n), out(in.size());
  in.fill_bytes(0, queue);
  const auto blocks = static_cast<unsigned>((n + interior - 1) / interior);
  const device::launch_shape shape{.grid = {blocks, blocks}, .block = {16, 16}};
  const device::buffer<float>& read_only = in;
  double best_ns = 1e300;
  for (int repeat = 0; repeat < 12; ++repeat) {
    const auto begin = std::chrono::steady_clock::now();
    device::launch(queue, kernel, shape, read_only.view(), out.view(), n);
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
    best_ns = std::min(best_ns, took.count() / (256.0 * blocks * blocks));
  }
  return best_ns;
}

#if defined(__SANITIZE_ADDRESS__) || !defined(NDEBUG)
constexpr double slack = 200;
#else
constexpr double slack = 5;
#endif

TEST(cost, without_barrier) {
  const double found_ns = cost_ns(average, 512, 16);
  std::printf("emulation: %.1f ns a thread without a barrier (aim: 40)\n", found_ns);
  EXPECT_LT(found_ns, 40 * slack);
}

TEST(cost, with_one_barrier) {
  const double found_ns = cost_ns(average_tiled, 512, 14);
  std::printf("emulation: %.1f ns a thread with one barrier (aim: 200)\n", found_ns);
  EXPECT_LT(found_ns, 200 * slack);
}

}  // namespace
