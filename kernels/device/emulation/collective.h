// What a thread asks of its warp: CUDA's *_sync intrinsics, told apart by kind.
#pragma once

#include <cstdint>

namespace device::emulation {

enum class warp_kind : std::uint8_t { sync, shuffle, ballot };

struct warp_request {
  warp_kind kind;
  std::uint32_t mask;       ///< lanes that take part
  std::uint64_t value = 0;  ///< shuffle: the bits to hand over; ballot: 0 or 1
  int source = 0;           ///< shuffle: lane to read
};

}  // namespace device::emulation
