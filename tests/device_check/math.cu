// Integer intrinsics and conversions, which must agree bit for bit.
#include <cmath>

#include "kernels/device/device.h"
#include "tests/device_check/check.h"

namespace {

__global__ void bits(device::span<const unsigned> in, device::span<int> out) {
  const unsigned x = in[threadIdx.x];
  const auto signed_x = static_cast<int>(x);
  const auto wide = (static_cast<unsigned long long>(x) << 32) | 5U;
  const int answers[] = {__popc(x),
                         __popcll(wide),
                         __ffs(signed_x),
                         __clz(signed_x),
                         static_cast<int>(__brev(x)),
                         static_cast<int>(__umulhi(x, 0x12345678U)),
                         __mul24(signed_x, 1001),
                         static_cast<int>(__umul24(x, 77U)),
                         static_cast<int>(__funnelshift_l(x, 0xabcdef01U, 7)),
                         max(signed_x, -5) ^ min(signed_x, 1000)};
  for (unsigned i = 0; i < 10; ++i) out[threadIdx.x * 10 + i] = answers[i];
}

__global__ void convert(device::span<const float> in, device::span<int> out) {
  const float x = in[threadIdx.x];
  out[threadIdx.x * 5] = __float2int_rd(x);
  out[threadIdx.x * 5 + 1] = __float2int_rn(x);
  out[threadIdx.x * 5 + 2] = __float2int_rz(x);
  out[threadIdx.x * 5 + 3] = __float_as_int(x);
  out[threadIdx.x * 5 + 4] = static_cast<int>(4 * sinpif(x));
}

int popcount_by_loop(unsigned long long x) {
  int count = 0;
  for (; x != 0; x >>= 1) count += static_cast<int>(x & 1U);
  return count;
}

std::vector<int> expected_bits(unsigned x) {
  int first = 0, leading = 32;
  unsigned reversed = 0;
  for (int bit = 0; bit < 32; ++bit) {
    if ((x >> bit & 1U) == 0) continue;
    if (first == 0) first = bit + 1;
    leading = 31 - bit;
    reversed |= 1U << (31 - bit);
  }
  const auto wide = [](unsigned v) { return static_cast<unsigned long long>(v); };
  const unsigned low24 = x & 0xffffffU;
  const long long signed24 =
      low24 < 0x800000U ? static_cast<long long>(low24) : static_cast<long long>(low24) - 0x1000000;
  const int as_signed = static_cast<int>(x);
  return {popcount_by_loop(x),
          popcount_by_loop(x) + 2,
          first,
          leading,
          static_cast<int>(reversed),
          static_cast<int>(wide(x) * 0x12345678ULL >> 32),
          static_cast<int>(static_cast<unsigned>(signed24 * 1001)),
          static_cast<int>(low24 * 77U),
          static_cast<int>(0xabcdef01U << 7 | x >> 25),
          (as_signed > -5 ? as_signed : -5) ^ (as_signed < 1000 ? as_signed : 1000)};
}

}  // namespace

void device_check::check_math(report& found) {
  device::stream queue;
  const std::vector<unsigned> numbers{0,           1,           2,     0x80000000U,
                                      0xffffffffU, 0x00f0f000U, 12345, 0xdeadbeefU};
  const device::buffer<unsigned> in{std::span<const unsigned>(numbers)};
  device::buffer<int> out(numbers.size() * 10);
  device::launch(queue, bits, {.grid = 1, .block = static_cast<unsigned>(numbers.size())},
                 in.view(), out.view());
  std::vector<int> expected;
  for (const unsigned x : numbers)
    for (const int answer : expected_bits(x)) expected.push_back(answer);
  found.equal("bits", out.to_host(), expected);

  const std::vector<float> reals{0.5F, 1.5F, -0.5F, -1.25F, 2.5F};
  const device::buffer<float> from{std::span<const float>(reals)};
  device::buffer<int> to(reals.size() * 5);
  device::launch(queue, convert, {.grid = 1, .block = 5}, from.view(), to.view());
  const auto got = to.to_host();
  const int down[] = {0, 1, -1, -2, 2}, nearest[] = {0, 2, 0, -1, 2}, to_zero[] = {0, 1, 0, -1, 2},
            four_sines[] = {4, -4, -4, 2, 4};
  const int pattern[] = {0x3f000000, 0x3fc00000, static_cast<int>(0xbf000000U),
                         static_cast<int>(0xbfa00000U), 0x40200000};
  for (std::size_t i = 0; i < 5; ++i) {
    found.equal("round down", got[i * 5], down[i]);
    found.equal("round to nearest", got[i * 5 + 1], nearest[i]);
    found.equal("round to zero", got[i * 5 + 2], to_zero[i]);
    found.equal("bit pattern", got[i * 5 + 3], pattern[i]);
    found.equal("4 sin(pi x)", got[i * 5 + 4], four_sines[i]);
  }
}
