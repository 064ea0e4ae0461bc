// CUDA's arithmetic functions that the C library lacks. sinf, fmaxf, ... are the C library's own.
#pragma once

#include <math.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>

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
constexpr int __popcll(unsigned long long x) { return std::popcount(x); }
constexpr int __clz(int x) { return std::countl_zero(static_cast<unsigned>(x)); }
constexpr int __clzll(long long x) { return std::countl_zero(static_cast<unsigned long long>(x)); }
constexpr int __ffs(int x) { return x == 0 ? 0 : std::countr_zero(static_cast<unsigned>(x)) + 1; }
constexpr int __ffsll(long long x) {
  return x == 0 ? 0 : std::countr_zero(static_cast<unsigned long long>(x)) + 1;
}
constexpr unsigned __brev(unsigned x) {
  unsigned reversed = 0;
  for (int bit = 0; bit < 32; ++bit) reversed |= (x >> bit & 1U) << (31 - bit);
  return reversed;
}

constexpr unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>((static_cast<unsigned long long>(a) * b) >> 32);
}
constexpr int __mulhi(int a, int b) {
  return static_cast<int>((static_cast<long long>(a) * b) >> 32);
}
constexpr int __mul24(int a, int b) {
  const auto low24 = [](int v) {
    return static_cast<long long>(static_cast<int>(static_cast<unsigned>(v) << 8) >> 8);
  };
  return static_cast<int>(static_cast<unsigned>(low24(a) * low24(b)));
}
constexpr unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffffU) * (b & 0xffffffU); }
constexpr unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
  return static_cast<unsigned>(both << (shift & 31U) >> 32);
}
constexpr unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
  return static_cast<unsigned>(both >> (shift & 31U));
}

constexpr int __float_as_int(float x) { return std::bit_cast<int>(x); }
constexpr unsigned __float_as_uint(float x) { return std::bit_cast<unsigned>(x); }
constexpr float __int_as_float(int x) { return std::bit_cast<float>(x); }
constexpr float __uint_as_float(unsigned x) { return std::bit_cast<float>(x); }
constexpr long long __double_as_longlong(double x) { return std::bit_cast<long long>(x); }
constexpr double __longlong_as_double(long long x) { return std::bit_cast<double>(x); }
constexpr int __double2hiint(double x) {
  return static_cast<int>(std::bit_cast<unsigned long long>(x) >> 32);
}
constexpr int __double2loint(double x) {
  return static_cast<int>(std::bit_cast<unsigned long long>(x) & 0xffffffffULL);
}
constexpr double __hiloint2double(int high, int low) {
  return std::bit_cast<double>(static_cast<unsigned long long>(static_cast<unsigned>(high)) << 32 |
                               static_cast<unsigned>(low));
}

// Conversions saturate and take NaN to 0, as the GPU's do.
namespace device::emulation {
inline int saturate_int(double x) {
  if (!(x == x)) return 0;
  return static_cast<int>(std::clamp(x, -2147483648.0, 2147483647.0));
}
inline unsigned saturate_uint(double x) {
  if (!(x == x)) return 0;
  return static_cast<unsigned>(std::clamp(x, 0.0, 4294967295.0));
}
}  // namespace device::emulation
inline int __float2int_rd(float x) { return device::emulation::saturate_int(std::floor(x)); }
inline int __float2int_rn(float x) { return device::emulation::saturate_int(std::nearbyint(x)); }
inline int __float2int_ru(float x) { return device::emulation::saturate_int(std::ceil(x)); }
inline int __float2int_rz(float x) { return device::emulation::saturate_int(std::trunc(x)); }
inline int __double2int_rd(double x) { return device::emulation::saturate_int(std::floor(x)); }
inline int __double2int_rn(double x) { return device::emulation::saturate_int(std::nearbyint(x)); }
inline int __double2int_rz(double x) { return device::emulation::saturate_int(std::trunc(x)); }
inline unsigned __float2uint_rd(float x) { return device::emulation::saturate_uint(std::floor(x)); }
inline unsigned __float2uint_rz(float x) { return device::emulation::saturate_uint(std::trunc(x)); }
inline float __int2float_rn(int x) { return static_cast<float>(x); }
inline float __uint2float_rn(unsigned x) { return static_cast<float>(x); }

inline float rsqrtf(float x) { return 1.0F / std::sqrt(x); }
inline double rsqrt(double x) { return 1.0 / std::sqrt(x); }
// Fast on the GPU and less exact there; exact here.
inline float __sinf(float x) { return std::sin(x); }
inline float __cosf(float x) { return std::cos(x); }
inline float __expf(float x) { return std::exp(x); }
inline float __logf(float x) { return std::log(x); }
inline float __log2f(float x) { return std::log2(x); }
inline float __powf(float x, float y) { return std::pow(x, y); }
inline float __fdividef(float x, float y) { return x / y; }
inline float __saturatef(float x) { return std::fmin(std::fmax(x, 0.0F), 1.0F); }

/// sin(pi x) and cos(pi x), exact at multiples of 1/2.
inline double sinpi(double x) {
  const double r = std::remainder(x, 2.0);
  if (std::fabs(r) == 1.0) return 0.0;
  if (std::fabs(r) > 0.5) return std::sin((std::copysign(1.0, r) - r) * std::numbers::pi);
  return std::sin(r * std::numbers::pi);
}
inline double cospi(double x) {
  const double r = std::fabs(std::remainder(x, 2.0));
  return std::fabs(r - 0.5) < 0.25 ? std::sin((0.5 - r) * std::numbers::pi)
                                   : std::cos(r * std::numbers::pi);
}
inline float sinpif(float x) { return static_cast<float>(sinpi(x)); }
inline float cospif(float x) { return static_cast<float>(cospi(x)); }
inline void sincospi(double x, double* s, double* c) {
  *s = sinpi(x);
  *c = cospi(x);
}
inline void sincospif(float x, float* s, float* c) {
  *s = sinpif(x);
  *c = cospif(x);
}
#if !defined(_GNU_SOURCE)
inline void sincosf(float x, float* s, float* c) {
  *s = std::sin(x);
  *c = std::cos(x);
}
inline void sincos(double x, double* s, double* c) {
  *s = std::sin(x);
  *c = std::cos(x);
}
#endif
