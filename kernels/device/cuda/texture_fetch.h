// Texture reads of doubles, which CUDA's own templates leave out: they are read as two integers.
#pragma once

#include <cuda_runtime.h>

#include <concepts>

template <std::same_as<double> T>
__device__ T tex1Dfetch(cudaTextureObject_t texture, int index) {
  const int2 halves = tex1Dfetch<int2>(texture, index);
  return __hiloint2double(halves.y, halves.x);
}
template <std::same_as<double> T>
__device__ T tex2D(cudaTextureObject_t texture, float x, float y) {
  const int2 halves = tex2D<int2>(texture, x, y);
  return __hiloint2double(halves.y, halves.x);
}
template <std::same_as<double> T>
__device__ T tex3D(cudaTextureObject_t texture, float x, float y, float z) {
  const int2 halves = tex3D<int2>(texture, x, y, z);
  return __hiloint2double(halves.y, halves.x);
}
