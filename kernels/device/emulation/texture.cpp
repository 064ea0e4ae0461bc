#include "kernels/device/emulation/texture.h"

#include <cmath>
#include <string>

#include "kernels/device/emulation/fault.h"

namespace device::emulation {
namespace {

void check(const texture_state* texture, const std::type_info& type, int dimensions) {
  if (texture == nullptr) raise("reads a texture that was never made");
  if (texture->dimensions != dimensions)
    raise("reads a texture of " + std::to_string(texture->dimensions) + " dimensions as one of " +
          std::to_string(dimensions));
  if (*texture->type != type) raise("reads a texture as another type than its own");
}

/// The texel that answers coordinate `at` along an axis of n texels; npos: the border.
std::size_t texel(float at, std::size_t n, sampling how) {
  const auto size = static_cast<float>(n);
  const float cell = std::floor(how.normalised ? at * size : at);
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

}  // namespace

std::size_t locate(const texture_state* texture, const std::type_info& type,
                   const std::array<float, 3>& at, int dimensions) {
  check(texture, type, dimensions);
  std::array<std::size_t, 3> cell{};
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(dimensions); ++axis) {
    cell[axis] = texel(at[axis], texture->extent[axis], texture->how);
    if (cell[axis] == npos) return npos;
  }
  return (cell[2] * texture->extent[1] + cell[1]) * texture->pitch + cell[0];
}

std::size_t locate_linear(const texture_state* texture, const std::type_info& type, int index) {
  check(texture, type, 1);
  const bool inside = index >= 0 && static_cast<std::size_t>(index) < texture->extent[0];
  return inside ? static_cast<std::size_t>(index) : npos;
}

}  // namespace device::emulation
