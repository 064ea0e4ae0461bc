// Textures. In a kernel tex1Dfetch, tex2D and tex3D read a texture_object, as in CUDA, and double
// too.
#pragma once

#include <cstddef>
#include <string>
#include <type_traits>

#include "kernels/device/backend.h"
#include "kernels/device/buffer.h"
#include "kernels/device/limits.h"
#include "kernels/device/sampling.h"
#include "kernels/device/stream.h"

namespace device {

/// A texture over a buffer, which must outlive it, or over an array of its own. T: float, double,
/// int, unsigned, or a vector of two or four of 4 bytes.
template <class T>
class texture {
 public:
  /// For tex1Dfetch. Reading outside gives 0.
  static texture linear(const buffer<T>& source) {
    return texture(layout(source.data(), 1, source.size(), 1, 1, source.size()), {});
  }
  /// For tex2D on rows of the buffer, `pitch` elements apart; see texture_pitch().
  static texture pitched(const buffer<T>& source, std::size_t width, std::size_t height,
                         std::size_t pitch, sampling how) {
    check_pitch(width, height, pitch, sizeof(T), source.size());
    return texture(layout(source.data(), 2, width, height, 1, pitch), how);
  }
  /// For tex2D on an array of its own, of which nothing is known before copy_from(). Throws
  /// out_of_memory.
  static texture array(std::size_t width, std::size_t height, sampling how) {
    return texture(layout(nullptr, 2, width, height, 1, width), how);
  }
  /// For tex3D on an array of its own.
  static texture array(std::size_t width, std::size_t height, std::size_t depth, sampling how) {
    return texture(layout(nullptr, 3, width, height, depth, width), how);
  }

  /// Fills the array from a buffer of its rows, x fastest, `pitch` elements apart.
  void copy_from(const buffer<T>& source, std::size_t pitch, stream& queue) {
    check_rows(source.size(), pitch);
    backend::fill_array(*state_, source.data(), pitch, queue.state());
  }
  /// The other way; what lies between the rows stays as it is.
  void copy_to(buffer<T>& target, std::size_t pitch, stream& queue) const {
    check_rows(target.size(), pitch);
    backend::read_array(*state_, target.data(), pitch, queue.state());
  }
  /// The kernel's argument.
  texture_object object() const { return backend::object_of(*state_); }

 private:
  texture(const backend::texture_layout& layout, sampling how)
      : width_(layout.extent[0]),
        rows_(layout.extent[1] * layout.extent[2]),
        state_(backend::make_texture(layout, how)) {}

  static backend::texture_layout layout(const T* texels, int dimensions, std::size_t width,
                                        std::size_t height, std::size_t depth, std::size_t pitch) {
    if (width * height * depth == 0) throw error("a texture of no texels");
    return {texels, dimensions, {width, height, depth}, pitch, kind<T>(), sizeof(T), &typeid(T)};
  }

  void check_rows(std::size_t given, std::size_t pitch) const {
    if (pitch < width_)
      throw error("a pitch of " + std::to_string(pitch) + " below the texture's width of " +
                  std::to_string(width_));
    check_copy(given, pitch * rows_);
  }

  template <class Texel>
  static constexpr backend::texel_kind kind() {
    if constexpr (requires(Texel texel) { texel.x; })
      return kind<decltype(Texel::x)>();
    else if constexpr (std::is_same_v<Texel, float>)
      return backend::texel_kind::real;
    else if constexpr (std::is_same_v<Texel, unsigned>)
      return backend::texel_kind::unsigned_integer;
    else  // no hardware has textures of doubles: they are read as two integers
      return backend::texel_kind::signed_integer;
  }

  std::size_t width_, rows_;
  backend::handle<backend::texture_state, backend::release_texture> state_;
};

}  // namespace device
