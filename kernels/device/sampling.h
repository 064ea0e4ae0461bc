// How a texture answers coordinates. Points are sampled: texel i covers [i, i + 1), or [i/n, (i +
// 1)/n) normalised.
#pragma once

#include <cstddef>
#include <string>

#include "kernels/device/errors.h"

namespace device {

/// Beyond the edges: the other side, the nearest texel, the mirror image, or zero. CUDA knows wrap
/// and mirror for normalised coordinates alone and takes clamp for them otherwise; so does the
/// emulation.
enum class address_mode { wrap, clamp, mirror, border };

/// What a kernel takes for a texture: CUDA's cudaTextureObject_t.
using texture_object = unsigned long long;

struct sampling {
  address_mode mode = address_mode::clamp;
  bool normalised = false;
};

/// Rows of a buffer that a texture is bound to must start at multiples of this (every architecture
/// since 2010).
inline constexpr std::size_t texture_pitch_bytes = 32;

/// Throws device::error unless rows of `width` elements, `pitch` elements apart, can be bound and
/// fit the buffer.
inline void check_pitch(std::size_t width, std::size_t height, std::size_t pitch,
                        std::size_t element_bytes, std::size_t buffer_size) {
  if (width == 0 || height == 0) throw error("a texture of no texels");
  if (pitch < width || pitch * element_bytes % texture_pitch_bytes != 0)
    throw error("a texture's pitch of " + std::to_string(pitch * element_bytes) +
                " bytes must cover its width and be a multiple of " +
                std::to_string(texture_pitch_bytes));
  if ((height - 1) * pitch + width > buffer_size)
    throw error("a texture of " + std::to_string(width) + " x " + std::to_string(height) +
                " texels exceeds its buffer of " + std::to_string(buffer_size));
}

/// Elements between the starts of rows, padded so that the rows can be bound to a texture.
template <class T>
constexpr std::size_t texture_pitch(std::size_t width) {
  constexpr std::size_t unit =
      sizeof(T) < texture_pitch_bytes ? texture_pitch_bytes / sizeof(T) : 1;
  return (width + unit - 1) / unit * unit;
}

}  // namespace device
