// Every atomic from many blocks at once, with results that no order of them can change; wrap-around
// of unsigned.
#include <algorithm>

#include "kernels/device/device.h"
#include "tests/device_check/check.h"

namespace {

constexpr int adders = 40 * 128;

__global__ void change_ints(device::span<int> v) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  atomicAdd(&v[0], i);
  atomicSub(&v[1], 3);
  atomicMin(&v[2], 100 - i);
  atomicMax(&v[3], i - 100);
  atomicAnd(&v[4], ~(1 << i % 7));
  atomicOr(&v[5], 1 << i % 30);
  atomicXor(&v[6], i);
  int seen = v[7], expected = 0;
  do {
    expected = seen;
    seen = atomicCAS(&v[7], expected, expected + 2);
  } while (seen != expected);
  if (i == 77) atomicExch(&v[8], 4711);
}

__global__ void change_others(device::span<unsigned> u, device::span<unsigned long long> l,
                              device::span<float> f, device::span<double> d) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&u[0], 0x10000001U);
  atomicSub(&u[1], 1U);
  atomicMin(&u[2], i + 5);
  atomicMax(&u[3], i ^ 0x80000000U);
  atomicAnd(&u[4], ~(1U << i % 7));
  atomicOr(&u[5], 1U << i % 30);
  atomicXor(&u[6], i);
  if (i == 77) atomicExch(&u[7], 4711U);
  if (i == 78) atomicCAS(&u[8], 0U, 4712U);
  const unsigned long long wide = static_cast<unsigned long long>(i) << 33;
  atomicAdd(&l[0], 1ULL << 40);
  atomicMax(&l[1], wide);
  atomicMin(&l[2], wide + 5);
  atomicAnd(&l[3], ~(1ULL << (32 + i % 7)));
  atomicOr(&l[4], 1ULL << i % 60);
  atomicXor(&l[5], wide);
  if (i == 77) atomicExch(&l[6], 4711ULL << 32);
  if (i == 78) atomicCAS(&l[7], 0ULL, 4712ULL << 32);
  atomicAdd(&f[0], 0.25F);
  if (i == 77) atomicExch(&f[1], 0.5F);
  atomicAdd(&d[0], 0.125);
}

/// Each thread takes a ticket of its own.
__global__ void take_tickets(device::span<int> counter, device::span<int> taken) {
  atomicAdd(&taken[static_cast<std::size_t>(atomicAdd(&counter[0], 1))], 1);
}

}  // namespace

void device_check::check_atomics(report& results) {
  device::stream queue;
  const device::launch_shape shape{.grid = 40, .block = 128};
  std::vector<int> expected(9, 0);
  device::buffer<int> ints(std::vector<int>{0, 0, 0, 0, -1, 0, 0, 0, 0});
  device::launch(queue, change_ints, shape, ints.view());
  for (int i = 0; i < adders; ++i) {
    expected[0] += i;
    expected[1] -= 3;
    expected[5] |= 1 << i % 30;
    expected[6] ^= i;
    expected[7] += 2;
  }
  expected[2] = 101 - adders;
  expected[3] = adders - 101;
  expected[4] = ~0x7f;
  expected[8] = 4711;
  results.equal("int", ints.to_host(), expected);

  device::buffer<unsigned> u(std::vector<unsigned>{0, 10, ~0U, 0, ~0U, 0, 0, 0, 0});
  device::buffer<unsigned long long> l(
      std::vector<unsigned long long>{0, 0, ~0ULL, ~0ULL, 0, 0, 0, 0});
  device::buffer<float> f(std::vector<float>{1, 0});
  device::buffer<double> d(std::vector<double>{1});
  device::launch(queue, change_others, shape, u.view(), l.view(), f.view(), d.view());
  const unsigned wrapped = 10U - adders;
  unsigned exclusive_or = 0;
  for (unsigned i = 0; i < adders; ++i) exclusive_or ^= i;
  results.equal("unsigned", u.to_host(),
                {0x10000001U * adders, wrapped, 5U, 0x80000000U + adders - 1, ~0x7fU,
                 (1U << 30) - 1, exclusive_or, 4711U, 4712U});
  results.equal(
      "unsigned long long", l.to_host(),
      {(1ULL << 40) * adders, static_cast<unsigned long long>(adders - 1) << 33, 5ULL,
       ~(0x7fULL << 32), (1ULL << 60) - 1, static_cast<unsigned long long>(exclusive_or) << 33,
       4711ULL << 32, 4712ULL << 32});
  results.equal("float", f.to_host(), {1 + 0.25F * adders, 0.5F});
  results.equal("double", d.to_host(), {1 + 0.125 * adders});

  device::buffer<int> counter(std::vector<int>{0});
  device::buffer<int> taken(std::vector<int>(adders, 0));
  device::launch(queue, take_tickets, shape, counter.view(), taken.view());
  results.equal("tickets", taken.to_host(), std::vector<int>(adders, 1));
}
