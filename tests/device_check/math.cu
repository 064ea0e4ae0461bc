// Integer intrinsics and conversions, which must agree bit for bit; functions of reals, which need
// not.
#include <cmath>

#include "kernels/device/device.h"
#include "tests/device_check/check.h"

namespace {

__global__ void bits(device::span<const unsigned> in, device::span<int> out) {
  const unsigned x = in[threadIdx.x];
  const auto signed_x = static_cast<int>(x);
  const int answers[] = {__popc(x),
                         __ffs(signed_x),
                         __clz(signed_x),
                         static_cast<int>(__brev(x)),
                         static_cast<int>(__umulhi(x, 0x12345678U)),
                         max(signed_x, -5) ^ min(signed_x, 1000)};
  for (unsigned i = 0; i < 6; ++i) out[threadIdx.x * 6 + i] = answers[i];
}

__global__ void convert(device::span<const float> in, device::span<int> out) {
  const float x = in[threadIdx.x];
  out[threadIdx.x * 3] = __float2int_rd(x);
  out[threadIdx.x * 3 + 1] = __float2int_rn(x);
  out[threadIdx.x * 3 + 2] = __float2int_rz(x);
}

__global__ void round_down(device::span<const double> in, device::span<int> out) {
  out[threadIdx.x] = __double2int_rd(in[threadIdx.x]);
}

constexpr unsigned real_functions = 11;

__global__ void evaluate(device::span<const float> in, device::span<float> out) {
  const float x = in[threadIdx.x];
  float sine = 0, cosine = 0;
  sincosf(x, &sine, &cosine);
  const float answers[] = {sinf(x),        cosf(x),        sine,          cosine,
                           expf(x),        logf(x),        sqrtf(x),      rsqrtf(x),
                           fmaf(x, x, -1), fminf(x, 1.5F), fmaxf(x, 1.5F)};
  for (unsigned i = 0; i < real_functions; ++i) out[threadIdx.x * real_functions + i] = answers[i];
}

constexpr unsigned double_functions = 5;

__global__ void evaluate_doubles(device::span<const double> in, device::span<double> out) {
  const double x = in[threadIdx.x];
  double sine = 0, cosine = 0;
  sincos(x, &sine, &cosine);
  const double answers[] = {sine, cosine, log(x), sqrt(x), floor(x)};
  for (unsigned i = 0; i < double_functions; ++i)
    out[threadIdx.x * double_functions + i] = answers[i];
}

std::vector<double> expected_doubles(double x) {
  return {std::sin(x), std::cos(x), std::log(x), std::sqrt(x), std::floor(x)};
}

std::vector<double> expected_reals(float from) {
  const double x = from;
  return {std::sin(x), std::cos(x),       std::sin(x),      std::cos(x),
          std::exp(x), std::log(x),       std::sqrt(x),     1 / std::sqrt(x),
          x * x - 1,   std::fmin(x, 1.5), std::fmax(x, 1.5)};
}

std::vector<int> expected_bits(unsigned x) {
  int count = 0, first = 0, leading = 32;
  unsigned reversed = 0;
  for (int bit = 0; bit < 32; ++bit) {
    if ((x >> bit & 1U) == 0) continue;
    ++count;
    if (first == 0) first = bit + 1;
    leading = 31 - bit;
    reversed |= 1U << (31 - bit);
  }
  const int as_signed = static_cast<int>(x);
  return {count,
          first,
          leading,
          static_cast<int>(reversed),
          static_cast<int>(x * 0x12345678ULL >> 32),
          (as_signed > -5 ? as_signed : -5) ^ (as_signed < 1000 ? as_signed : 1000)};
}

void check_doubles(device_check::report& results) {
  device::stream queue;
  const std::vector<double> arguments{0.25, 1, 1.5, 2.75, 1234.5};
  const auto count = static_cast<unsigned>(arguments.size());
  const device::buffer<double> in(arguments);
  device::buffer<double> out(arguments.size() * double_functions);
  device::launch(queue, evaluate_doubles, {.grid = 1, .block = count}, in.view(), out.view());
  const auto answers = out.to_host();
  for (std::size_t i = 0; i < arguments.size(); ++i)
    for (std::size_t f = 0; f < double_functions; ++f) {
      const double expected = expected_doubles(arguments[i])[f];
      const double off = std::fabs(answers[i * double_functions + f] - expected);
      results.equal(
          "function " + std::to_string(f) + " of the double " + std::to_string(arguments[i]),
          off <= 1e-15 * std::fmax(1.0, std::fabs(expected)), true);
    }

  const std::vector<double> reals{0.5, -0.5, -3, 2147483646.75, 3e9, -3e9};
  const device::buffer<double> from(reals);
  device::buffer<int> to(reals.size());
  device::launch(queue, round_down, {.grid = 1, .block = static_cast<unsigned>(reals.size())},
                 from.view(), to.view());
  results.equal("a double rounded down", to.to_host(),
                {0, -1, -3, 2147483646, 2147483647, -2147483647 - 1});
}

void check_reals(device_check::report& results) {
  device::stream queue;
  const std::vector<float> arguments{0.25F, 1.0F, 1.5F, 2.75F, 6.0F};
  const auto count = static_cast<unsigned>(arguments.size());
  const device::buffer<float> in(arguments);
  device::buffer<float> out(arguments.size() * real_functions);
  device::launch(queue, evaluate, {.grid = 1, .block = count}, in.view(), out.view());
  const auto answers = out.to_host();
  for (std::size_t i = 0; i < arguments.size(); ++i)
    for (std::size_t f = 0; f < real_functions; ++f) {
      const double expected = expected_reals(arguments[i])[f];
      const double off = std::fabs(answers[i * real_functions + f] - expected);
      results.equal("real function " + std::to_string(f) + " of " + std::to_string(arguments[i]),
                    off <= 1e-6 * std::fmax(1.0, std::fabs(expected)), true);
    }
}

}  // namespace

void device_check::check_math(report& results) {
  device::stream queue;
  const std::vector<unsigned> numbers{0,           1,           2,     0x80000000U,
                                      0xffffffffU, 0x00f0f000U, 12345, 0xdeadbeefU};
  const device::buffer<unsigned> in(numbers);
  device::buffer<int> out(numbers.size() * 6);
  device::launch(queue, bits, {.grid = 1, .block = static_cast<unsigned>(numbers.size())},
                 in.view(), out.view());
  std::vector<int> expected;
  for (const unsigned x : numbers)
    for (const int answer : expected_bits(x)) expected.push_back(answer);
  results.equal("bits", out.to_host(), expected);

  const std::vector<float> reals{0.5F, 1.5F, -0.5F, -1.25F, 2.5F};
  const device::buffer<float> from(reals);
  device::buffer<int> to(reals.size() * 3);
  device::launch(queue, convert, {.grid = 1, .block = 5}, from.view(), to.view());
  const auto got = to.to_host();
  const int down[] = {0, 1, -1, -2, 2}, nearest[] = {0, 2, 0, -1, 2}, to_zero[] = {0, 1, 0, -1, 2};
  for (std::size_t i = 0; i < 5; ++i) {
    results.equal("round down", got[i * 3], down[i]);
    results.equal("round to nearest", got[i * 3 + 1], nearest[i]);
    results.equal("round to zero", got[i * 3 + 2], to_zero[i]);
  }
  check_reals(results);
  check_doubles(results);
}
