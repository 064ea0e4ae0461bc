// Static and dynamic shared memory, and the barriers between writing and reading it.
#include <algorithm>
#include <numeric>

#include "kernels/device/device.h"
#include "kernels/device/shared_place.h"
#include "tests/device_check/check.h"

namespace {

constexpr unsigned side = 16;

__global__ void transpose(device::span<const int> in, device::span<int> out, unsigned n) {
  __shared__ device::shared_array<int, side, side + 1> tile;
  const unsigned x = blockIdx.x * side, y = blockIdx.y * side;
  tile(threadIdx.y, threadIdx.x) = in[(y + threadIdx.y) * n + x + threadIdx.x];
  __syncthreads();
  out[(x + threadIdx.y) * n + y + threadIdx.x] = tile(threadIdx.x, threadIdx.y);
}

/// Sums of 64 by halving, in dynamic shared memory behind another array, and a count by a plain
/// shared variable.
__global__ void sum(device::span<const double> in, device::span<double> out) {
  __shared__ int finished;
  auto counts = device::dynamic_shared<int>(64);
  auto values = device::dynamic_shared<double>(64, 64 * sizeof(int));
  const unsigned i = threadIdx.x;
  if (i == 0) finished = 0;
  counts[i] = 1;
  values[i] = in[blockIdx.x * 64 + i];
  for (unsigned half = 32; half > 0; half /= 2) {
    __syncthreads();
    if (i < half) {
      values[i] += values[i + half];
      counts[i] += counts[i + half];
    }
  }
  atomicAdd(&finished, 1);
  __syncthreads();
  if (i == 0) out[blockIdx.x] = values[0] + 1000.0 * counts[0] + 1e6 * finished;
}

__global__ void histogram(device::span<const int> in, device::span<int> out) {
  __shared__ device::shared_array<int, 8> bins;
  if (threadIdx.x < 8) bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[in[blockIdx.x * blockDim.x + threadIdx.x] % 8], 1);
  __syncthreads();
  if (threadIdx.x < 8) out[blockIdx.x * 8 + threadIdx.x] = bins[threadIdx.x];
}

/// Of every element the sum of those two before and five after, through places.
__global__ void sum_at_distances(device::span<const int> in, device::span<int> out) {
  constexpr unsigned apart = 71;  // copies of the block's elements, with others between
  const auto memory = device::dynamic_shared<int>(2 * apart);
  const unsigned i = threadIdx.x;
  const device::shared_place<int> here(memory, i * sizeof(int));
  here[0] = here[apart] = in[i];
  __syncthreads();
  const device::shared_place<const int> before(memory, (i + 62) % 64 * sizeof(int));
  const device::shared_place<const int> after(memory, (i + 5) % 64 * sizeof(int));
  out[i] = before[0] + after[apart];
}

__global__ void votes(device::span<int> out) {
  const int count = __syncthreads_count(threadIdx.x % 3 == 0);
  const int any = __syncthreads_or(threadIdx.x == 77);
  const int all = __syncthreads_and(threadIdx.x < 99);
  if (threadIdx.x == 5) {
    out[0] = count;
    out[1] = any != 0;
    out[2] = all != 0;
  }
}

}  // namespace

void device_check::check_shared(report& results) {
  device::stream queue;
  std::vector<int> numbers(64 * 64);
  std::iota(numbers.begin(), numbers.end(), 0);
  const device::buffer<int> in(numbers);
  device::buffer<int> out(numbers.size());
  device::launch(queue, transpose, {.grid = {4, 4}, .block = {side, side}}, in.view(), out.view(),
                 64U);
  std::vector<int> expected(numbers.size());
  for (int y = 0; y < 64; ++y)
    for (int x = 0; x < 64; ++x) expected[x * 64 + y] = y * 64 + x;
  results.equal("transpose", out.to_host(), expected);

  const std::vector<double> values(numbers.begin(), numbers.end());
  const device::buffer<double> summands(values);
  device::buffer<double> sums(64);
  device::launch(queue, sum, {.grid = 64, .block = 64, .shared_bytes = 64 * 12}, summands.view(),
                 sums.view());
  std::vector<double> expected_sums;
  for (int b = 0; b < 64; ++b) expected_sums.push_back(64.0 * 64 * b + 63 * 32 + 64e3 + 64e6);
  results.equal("sums", sums.to_host(), expected_sums);

  device::buffer<int> bins(16 * 8);
  device::launch(queue, histogram, {.grid = 16, .block = 256}, in.view(), bins.view());
  results.equal("histogram", bins.to_host(), std::vector<int>(16 * 8, 32));

  device::buffer<int> added(64);
  device::launch(queue, sum_at_distances, {.block = 64, .shared_bytes = 2 * 71 * sizeof(int)},
                 in.view(), added.view());
  std::vector<int> expected_added(64);
  for (int i = 0; i < 64; ++i) expected_added[i] = (i + 62) % 64 + (i + 5) % 64;
  results.equal("sums at distances", added.to_host(), expected_added);

  device::buffer<int> voted(3);
  device::launch(queue, votes, {.grid = 1, .block = 100}, voted.view());
  results.equal("votes of a block", voted.to_host(), {34, 1, 0});
}
