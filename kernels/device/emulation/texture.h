// Loads from textures by coordinates, with the hardware's rules at the edges.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <typeinfo>

#include "kernels/device/emulation/access.h"
#include "kernels/device/sampling.h"

namespace device::emulation {

/// The texel that answers, or null if the border does. Faults if the texture has other dimensions
/// or another type.
const std::byte* locate(texture_object texture, const std::type_info& type,
                        const std::array<float, 3>& position, int dimensions);
const std::byte* locate_linear(texture_object texture, const std::type_info& type, int index);

template <class T>
T fetch(const std::byte* texel) {
  if (watched != 0) [[unlikely]]
    watch(texel, false);
  T value{};
  if (texel != nullptr) std::memcpy(&value, texel, sizeof(T));
  return value;
}

}  // namespace device::emulation

template <class T>
T tex1Dfetch(device::texture_object texture, int index) {
  using namespace device::emulation;
  return fetch<T>(locate_linear(texture, typeid(T), index));
}
template <class T>
T tex2D(device::texture_object texture, float x, float y) {
  using namespace device::emulation;
  return fetch<T>(locate(texture, typeid(T), {x, y, 0}, 2));
}
template <class T>
T tex3D(device::texture_object texture, float x, float y, float z) {
  using namespace device::emulation;
  return fetch<T>(locate(texture, typeid(T), {x, y, z}, 3));
}
