// Warp intrinsics. Lanes that take part wait for each other; a lane outside the mask or a value
// from a lane that takes no part is what CUDA leaves undefined: here a fault and all bits set.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "kernels/device/emulation/source_place.h"

namespace device::emulation {

/// What a thread asks of its warp.
enum class warp_kind : std::uint8_t { sync, shuffle, ballot };

struct warp_request {
  warp_kind kind;
  std::uint32_t mask;       ///< lanes that take part
  std::uint64_t value = 0;  ///< shuffle: the bits to hand over; ballot: 0 or 1
  int source = 0;           ///< shuffle: lane to read
};

std::uint64_t sync_warp(const warp_request& request, source_place where);
int lane();                   ///< of the running thread in its warp
void check_width(int width);  ///< a power of two up to 32

template <class T>
T shuffle_from(unsigned mask, T value, int source, source_place where) {
  static_assert(std::is_arithmetic_v<T> && sizeof(T) <= 8);
  warp_request request{warp_kind::shuffle, mask, 0, source};
  std::memcpy(&request.value, &value, sizeof(T));
  const std::uint64_t bits = sync_warp(request, where);
  std::memcpy(&value, &bits, sizeof(T));
  return value;
}

/// First lane of this lane's group of `width`.
inline int group_begin(int width) {
  check_width(width);
  return lane() & ~(width - 1);
}

}  // namespace device::emulation

inline void __syncwarp(unsigned mask = ~0U, device::emulation::source_place where = {}) {
  device::emulation::sync_warp({device::emulation::warp_kind::sync, mask}, where);
}
inline unsigned __ballot_sync(unsigned mask, int predicate,
                              device::emulation::source_place where = {}) {
  using namespace device::emulation;
  return static_cast<unsigned>(sync_warp({warp_kind::ballot, mask, predicate != 0}, where));
}
inline int __any_sync(unsigned mask, int predicate, device::emulation::source_place where = {}) {
  return __ballot_sync(mask, predicate, where) != 0;
}
inline int __all_sync(unsigned mask, int predicate, device::emulation::source_place where = {}) {
  return __ballot_sync(mask, predicate == 0, where) == 0;
}
/// Lanes that run together with this one: nothing is promised but the lane itself, and that is what
/// it gives.
inline unsigned __activemask() { return 1U << device::emulation::lane(); }

template <class T>
T __shfl_sync(unsigned mask, T value, int source, int width = 32,
              device::emulation::source_place where = {}) {
  using namespace device::emulation;
  return shuffle_from(mask, value, group_begin(width) | (source & (width - 1)), where);
}
template <class T>
T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32,
                 device::emulation::source_place where = {}) {
  using namespace device::emulation;
  const int source = lane() - static_cast<int>(delta & 31U);
  return shuffle_from(mask, value, source < group_begin(width) ? lane() : source, where);
}
template <class T>
T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32,
                   device::emulation::source_place where = {}) {
  using namespace device::emulation;
  const int source = lane() + static_cast<int>(delta & 31U);
  return shuffle_from(mask, value, source >= group_begin(width) + width ? lane() : source, where);
}
/// As the hardware has it: a group may read an earlier group, not a later one.
template <class T>
T __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width = 32,
                  device::emulation::source_place where = {}) {
  using namespace device::emulation;
  const int source = lane() ^ (lane_mask & 31);
  return shuffle_from(mask, value, source >= group_begin(width) + width ? lane() : source, where);
}
/// CUDA gives it to every lane of the mask; here the mask is the whole warp.
inline unsigned __reduce_or_sync(unsigned mask, unsigned value,
                                 device::emulation::source_place where = {}) {
  for (int distance = 16; distance > 0; distance /= 2)
    value |= __shfl_xor_sync(mask, value, distance, 32, where);
  return value;
}
inline unsigned __reduce_add_sync(unsigned mask, unsigned value,
                                  device::emulation::source_place where = {}) {
  for (int distance = 16; distance > 0; distance /= 2)
    value += __shfl_xor_sync(mask, value, distance, 32, where);
  return value;
}
