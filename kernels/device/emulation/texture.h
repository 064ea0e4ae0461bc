// Texture objects: loads by coordinates, with the hardware's rules at the edges.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <memory>
#include <typeinfo>

#include "kernels/device/emulation/access.h"
#include "kernels/device/emulation/buffer.h"
#include "kernels/device/emulation/stream.h"
#include "kernels/device/sampling.h"

namespace device {
namespace emulation {

struct texture_state {
  const std::byte* texels = nullptr;
  const std::type_info* type = nullptr;
  std::array<std::size_t, 3> extent{1, 1, 1};  ///< x, y, z
  std::size_t pitch = 0;                       ///< texels between rows
  int dimensions = 0;                          ///< 1: linear memory, for tex1Dfetch
  sampling how{};
};

/// Place of the texel in `texels`, or npos if the border answers. Faults if the texture has other
/// dimensions or another type.
inline constexpr std::size_t npos = static_cast<std::size_t>(-1);
std::size_t locate(const texture_state* texture, const std::type_info& type,
                   const std::array<float, 3>& at, int dimensions);
std::size_t locate_linear(const texture_state* texture, const std::type_info& type, int index);

template <class T>
T fetch(const texture_state* texture, std::size_t place) {
  if (interleaving) [[unlikely]]
    maybe_switch_thread();
  T value{};
  if (place != npos) std::memcpy(&value, texture->texels + place * sizeof(T), sizeof(T));
  return value;
}

}  // namespace emulation

using texture_object = const emulation::texture_state*;

/// A texture over a buffer, which must outlive it, or over an array of its own. T: float, double,
/// int, unsigned, or a vector of two or four of 4 bytes.
template <class T>
class texture {
 public:
  /// For tex1Dfetch. Reading outside gives 0, as in CUDA.
  static texture linear(const buffer<T>& source) {
    return texture({bytes_of(source), &typeid(T), {source.size(), 1, 1}, source.size(), 1, {}});
  }
  /// For tex2D on rows of the buffer, `pitch` elements apart; see texture_pitch().
  static texture pitched(const buffer<T>& source, std::size_t width, std::size_t height,
                         std::size_t pitch, sampling how) {
    check_pitch(width, height, pitch, sizeof(T), source.size());
    return texture({bytes_of(source), &typeid(T), {width, height, 1}, pitch, 2, how});
  }
  /// For tex2D on an array of its own, of which nothing is known before copy_from().
  static texture array(std::size_t width, std::size_t height, sampling how) {
    check_pitch(width, height, texture_pitch<T>(width), sizeof(T), emulation::npos);
    return texture({nullptr, &typeid(T), {width, height, 1}, width, 2, how}, width * height);
  }
  /// For tex3D on an array of its own.
  static texture array(std::size_t width, std::size_t height, std::size_t depth, sampling how) {
    check_pitch(width, height * depth, texture_pitch<T>(width), sizeof(T), emulation::npos);
    return texture({nullptr, &typeid(T), {width, height, depth}, width, 3, how},
                   width * height * depth);
  }

  /// Fills the array from a buffer of its size, dense, x fastest.
  void copy_from(const buffer<T>& source, stream& queue) { own_.copy_from(source, queue); }
  texture_object object() const { return state_.get(); }

 private:
  explicit texture(emulation::texture_state state, std::size_t own_size = 0) : own_(own_size) {
    if (own_size != 0) state.texels = bytes_of(own_);
    state_ = std::make_unique<emulation::texture_state>(state);
  }
  static const std::byte* bytes_of(const buffer<T>& source) {
    return reinterpret_cast<const std::byte*>(source.data());
  }

  buffer<T> own_;
  std::unique_ptr<emulation::texture_state> state_;  // its address is the object
};

}  // namespace device

template <class T>
T tex1Dfetch(device::texture_object texture, int index) {
  return device::emulation::fetch<T>(texture,
                                     device::emulation::locate_linear(texture, typeid(T), index));
}
template <class T>
T tex2D(device::texture_object texture, float x, float y) {
  return device::emulation::fetch<T>(texture,
                                     device::emulation::locate(texture, typeid(T), {x, y, 0}, 2));
}
template <class T>
T tex3D(device::texture_object texture, float x, float y, float z) {
  return device::emulation::fetch<T>(texture,
                                     device::emulation::locate(texture, typeid(T), {x, y, z}, 3));
}
