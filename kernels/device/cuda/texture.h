// Texture objects.
#pragma once

#include <cuda_runtime.h>

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "kernels/device/cuda/buffer.h"
#include "kernels/device/cuda/stream.h"
#include "kernels/device/sampling.h"

namespace device {

using texture_object = cudaTextureObject_t;

namespace cuda {

/// Owns a texture object and perhaps the array behind it.
class texture_handle {
 public:
  static texture_handle linear(const void* data, std::size_t bytes, cudaChannelFormatDesc texel);
  static texture_handle pitched(const void* data, std::size_t width, std::size_t height,
                                std::size_t pitch_bytes, cudaChannelFormatDesc texel, sampling how);
  /// depth 0: two-dimensional.
  static texture_handle array(cudaExtent extent, cudaChannelFormatDesc texel, sampling how);
  texture_handle(texture_handle&& other) noexcept
      : object_(std::exchange(other.object_, 0)),
        array_(std::exchange(other.array_, nullptr)),
        extent_(other.extent_) {}
  texture_handle& operator=(texture_handle&& other) noexcept;
  ~texture_handle();

  void copy_from(const void* dense, std::size_t size, std::size_t element_bytes, stream& queue);
  texture_object object() const { return object_; }

 private:
  texture_handle() = default;
  texture_object object_ = 0;
  cudaArray_t array_ = nullptr;
  cudaExtent extent_{};
};

/// What the hardware reads for a T: it has no textures of doubles, so their halves are read as two
/// ints.
template <class T>
using texel_t = std::conditional_t<std::is_same_v<T, double>, int2, T>;
template <class T>
cudaChannelFormatDesc texel_format() {
  return cudaCreateChannelDesc<texel_t<T>>();
}

}  // namespace cuda

/// A texture over a buffer, which must outlive it, or over an array of its own. T: float, double,
/// int, unsigned, or a vector of two or four of 4 bytes.
template <class T>
class texture {
 public:
  /// For tex1Dfetch. Reading outside gives 0.
  static texture linear(const buffer<T>& source) {
    return texture(
        cuda::texture_handle::linear(source.data(), source.bytes(), cuda::texel_format<T>()));
  }
  /// For tex2D on rows of the buffer, `pitch` elements apart; see texture_pitch().
  static texture pitched(const buffer<T>& source, std::size_t width, std::size_t height,
                         std::size_t pitch, sampling how) {
    check_pitch(width, height, pitch, sizeof(T), source.size());
    return texture(cuda::texture_handle::pitched(source.data(), width, height, pitch * sizeof(T),
                                                 cuda::texel_format<T>(), how));
  }
  /// For tex2D on an array of its own, of which nothing is known before copy_from().
  static texture array(std::size_t width, std::size_t height, sampling how) {
    return texture(cuda::texture_handle::array({width, height, 0}, cuda::texel_format<T>(), how));
  }
  /// For tex3D on an array of its own.
  static texture array(std::size_t width, std::size_t height, std::size_t depth, sampling how) {
    return texture(
        cuda::texture_handle::array({width, height, depth}, cuda::texel_format<T>(), how));
  }

  /// Fills the array from a buffer of its size, dense, x fastest.
  void copy_from(const buffer<T>& source, stream& queue) {
    handle_.copy_from(source.data(), source.size(), sizeof(T), queue);
  }
  texture_object object() const { return handle_.object(); }

 private:
  explicit texture(cuda::texture_handle handle) : handle_(std::move(handle)) {}
  cuda::texture_handle handle_;
};

}  // namespace device

// CUDA's own templates leave out double.
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
