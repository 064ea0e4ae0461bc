// CUDA's arithmetic functions that the C library lacks. sinf, sincos, fmaxf, ... are the C
// library's own.
#pragma once

#include <math.h>

#include <algorithm>
#include <bit>
#include <cmath>

constexpr int min(int a, int b) { return b < a ? b : a; }
constexpr unsigned min(unsigned a, unsigned b) { return b < a ? b : a; }
constexpr long min(long a, long b) { return b < a ? b : a; }
constexpr unsigned long min(unsigned long a, unsigned long b) { return b < a ? b : a; }
constexpr long long min(long long a, long long b) { return b < a ? b : a; }
constexpr unsigned long long min(unsigned long long a, unsigned long long b) {
  return b < a ? b : a;
}
inline float min(float a, float b) { return std::fmin(a, b); }
inline double min(double a, double b) { return std::fmin(a, b); }
constexpr int max(int a, int b) { return a < b ? b : a; }
constexpr unsigned max(unsigned a, unsigned b) { return a < b ? b : a; }
constexpr long max(long a, long b) { return a < b ? b : a; }
constexpr unsigned long max(unsigned long a, unsigned long b) { return a < b ? b : a; }
constexpr long long max(long long a, long long b) { return a < b ? b : a; }
constexpr unsigned long long max(unsigned long long a, unsigned long long b) {
  return a < b ? b : a;
}
inline float max(float a, float b) { return std::fmax(a, b); }
inline double max(double a, double b) { return std::fmax(a, b); }

constexpr int __popc(unsigned x) { return std::popcount(x); }
constexpr int __clz(int x) { return std::countl_zero(static_cast<unsigned>(x)); }
constexpr int __ffs(int x) { return x == 0 ? 0 : std::countr_zero(static_cast<unsigned>(x)) + 1; }
constexpr unsigned __brev(unsigned x) {
  unsigned reversed = 0;
  for (int bit = 0; bit < 32; ++bit) reversed |= (x >> bit & 1U) << (31 - bit);
  return reversed;
}
/// The upper half of the product; counter-based generators are made of it.
constexpr unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>((static_cast<unsigned long long>(a) * b) >> 32);
}

/// The bytes, of the eight of a and then b, that the four lowest hexadecimal digits of `selector`
/// name.
constexpr unsigned __byte_perm(unsigned a, unsigned b, unsigned selector) {
  unsigned chosen = 0;
  for (int i = 0; i < 4; ++i) {
    const unsigned from = selector >> 4 * i & 7;
    chosen |= ((from < 4 ? a >> 8 * from : b >> 8 * (from - 4)) & 0xff) << 8 * i;
  }
  return chosen;
}

/// The products of the four bytes, and c.
constexpr unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  for (int byte = 0; byte < 32; byte += 8) c += (a >> byte & 0xff) * (b >> byte & 0xff);
  return c;
}

// Conversions saturate and take NaN to 0, as the GPU's do.
namespace device::emulation {
inline int saturate_int(double x) {
  if (!(x == x)) return 0;
  return static_cast<int>(std::clamp(x, -2147483648.0, 2147483647.0));
}
}  // namespace device::emulation
inline int __float2int_rd(float x) { return device::emulation::saturate_int(std::floor(x)); }
inline int __float2int_rn(float x) { return device::emulation::saturate_int(std::nearbyint(x)); }
inline int __float2int_rz(float x) { return device::emulation::saturate_int(std::trunc(x)); }
inline int __double2int_rd(double x) { return device::emulation::saturate_int(std::floor(x)); }

inline float rsqrtf(float x) { return 1.0F / std::sqrt(x); }
