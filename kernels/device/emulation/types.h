// CUDA's dim3 and the vector types that kernels use, with CUDA's alignment, and the built-in
// variables of a kernel.
#pragma once

struct alignas(8) int2 {
  int x, y;
};
struct alignas(16) int4 {
  int x, y, z, w;
};
struct alignas(8) uint2 {
  unsigned x, y;
};
struct uint3 {
  unsigned x, y, z;
};
struct alignas(16) uint4 {
  unsigned x, y, z, w;
};
struct alignas(8) float2 {
  float x, y;
};
struct alignas(16) float4 {
  float x, y, z, w;
};

constexpr int2 make_int2(int x, int y) { return {x, y}; }
constexpr int4 make_int4(int x, int y, int z, int w) { return {x, y, z, w}; }
constexpr uint2 make_uint2(unsigned x, unsigned y) { return {x, y}; }
constexpr uint4 make_uint4(unsigned x, unsigned y, unsigned z, unsigned w) { return {x, y, z, w}; }
constexpr float2 make_float2(float x, float y) { return {x, y}; }
constexpr float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned width = 1, unsigned height = 1, unsigned depth = 1)
      : x(width), y(height), z(depth) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return {x, y, z}; }
};

// The scheduler sets them (scheduled.h) before each thread runs or goes on. Of a kernel's accesses
// to constants the compiler announces none.
[[gnu::tls_model("initial-exec")]] extern constinit thread_local const uint3 threadIdx asm(
    "retime_threadIdx");
[[gnu::tls_model("initial-exec")]] extern constinit thread_local const uint3 blockIdx asm(
    "retime_blockIdx");
[[gnu::tls_model("initial-exec")]] extern constinit thread_local const uint3 blockDim asm(
    "retime_blockDim");
[[gnu::tls_model("initial-exec")]] extern constinit thread_local const uint3 gridDim asm(
    "retime_gridDim");
inline constexpr int warpSize = 32;
