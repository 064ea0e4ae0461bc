#include "kernels/device/emulation/texture.h"

#include <cmath>
#include <cstdint>
#include <memory>
#include <string>

#include "kernels/device/backend.h"
#include "kernels/device/emulation/fault.h"
#include "kernels/device/emulation/stream.h"
#include "kernels/device/memory.h"

namespace device::backend {

struct texture_state {
  texture_layout layout;
  sampling how;
  device_memory array;  ///< if it is not over a buffer
  std::size_t rows() const { return layout.extent[1] * layout.extent[2]; }
  std::size_t width_bytes() const { return layout.extent[0] * layout.texel_bytes; }
};

texture_state* make_texture(const texture_layout& layout, sampling how) {
  const auto [width, height, depth] = layout.extent;
  auto texture = std::make_unique<texture_state>(texture_state{layout, how, {}});
  if (layout.texels == nullptr) {
    texture->array = device_memory(width * height * depth * layout.texel_bytes);
    texture->layout.texels = texture->array.data();
  }
  return texture.release();
}

void release_texture(texture_state* texture) noexcept { delete texture; }

texture_object object_of(const texture_state& texture) {
  return reinterpret_cast<std::uintptr_t>(&texture);
}

void fill_array(texture_state& texture, const void* from, std::size_t pitch, stream_state& queue) {
  const std::size_t width = texture.width_bytes();
  for (std::size_t row = 0; row < texture.rows(); ++row)
    copy(texture.array.data() + row * width,
         static_cast<const std::byte*>(from) + row * pitch * texture.layout.texel_bytes, width,
         direction::on_device, &queue);
}

void read_array(const texture_state& texture, void* to, std::size_t pitch, stream_state& queue) {
  const std::size_t width = texture.width_bytes();
  for (std::size_t row = 0; row < texture.rows(); ++row)
    copy(static_cast<std::byte*>(to) + row * pitch * texture.layout.texel_bytes,
         texture.array.data() + row * width, width, direction::on_device, &queue);
}

}  // namespace device::backend

namespace device::emulation {
namespace {

constexpr std::size_t npos = static_cast<std::size_t>(-1);

const backend::texture_state& checked(texture_object object, const std::type_info& type,
                                      int dimensions) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): CUDA's objects are numbers
  const auto* texture = reinterpret_cast<const backend::texture_state*>(object);
  if (texture == nullptr) raise("reads a texture that was never made");
  const backend::texture_layout& layout = texture->layout;
  if (layout.dimensions != dimensions)
    raise("reads a texture of " + std::to_string(layout.dimensions) + " dimensions as one of " +
          std::to_string(dimensions));
  if (*layout.type != type) raise("reads a texture as another type than its own");
  return *texture;
}

/// Which of n texels along an axis answers the coordinate; npos: the border.
std::size_t along_axis(float coordinate, std::size_t n, sampling how) {
  const auto size = static_cast<float>(n);
  const float cell = std::floor(how.normalised ? coordinate * size : coordinate);
  if (cell >= 0 && cell < size) return static_cast<std::size_t>(cell);
  if (how.mode == address_mode::border) return npos;
  if (how.normalised && how.mode == address_mode::wrap) {
    const float inside = std::fmod(cell, size);
    return static_cast<std::size_t>(inside < 0 ? inside + size : inside);
  }
  if (how.normalised && how.mode == address_mode::mirror) {
    const float period = 2 * size;
    float inside = std::fmod(cell, period);
    if (inside < 0) inside += period;
    return static_cast<std::size_t>(inside < size ? inside : period - 1 - inside);
  }
  return cell >= size ? n - 1 : 0;  // NaN is taken for 0
}

const std::byte* texel(const backend::texture_layout& layout, std::size_t place) {
  return static_cast<const std::byte*>(layout.texels) + place * layout.texel_bytes;
}

}  // namespace

const std::byte* locate(texture_object object, const std::type_info& type,
                        const std::array<float, 3>& position, int dimensions) {
  const backend::texture_state& texture = checked(object, type, dimensions);
  const backend::texture_layout& layout = texture.layout;
  std::array<std::size_t, 3> cell{};
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(dimensions); ++axis) {
    cell[axis] = along_axis(position[axis], layout.extent[axis], texture.how);
    if (cell[axis] == npos) return nullptr;
  }
  return texel(layout, (cell[2] * layout.extent[1] + cell[1]) * layout.pitch + cell[0]);
}

const std::byte* locate_linear(texture_object object, const std::type_info& type, int index) {
  const backend::texture_layout& layout = checked(object, type, 1).layout;
  const bool inside = index >= 0 && static_cast<std::size_t>(index) < layout.extent[0];
  return inside ? texel(layout, static_cast<std::size_t>(index)) : nullptr;
}

}  // namespace device::emulation
