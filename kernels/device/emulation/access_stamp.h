// What a thread leaves in the shadow of a word of device memory: its block, itself, and what it had
// seen of barriers.
#pragma once

#include <algorithm>
#include <cstdint>

#include "kernels/device/emulation/device_heap.h"

namespace device::emulation {

/// From the most significant bit: the block, counted over all launches (36 bits); the clock since
/// the block began (16); the thread's index (10); whether the thread read what another one had
/// written in no order with it (1 of 2).
struct access_stamp {
  static constexpr std::uint64_t latest = 0xffff;  ///< the clock has gone too far to tell

  std::uint64_t block, clock;
  unsigned thread;
  bool has_read;

  static constexpr shadow_cell first_of(std::uint64_t block) { return block << 28; }

  shadow_cell packed() const {
    return first_of(block) | std::min(clock, latest) << 12 | std::uint64_t{thread} << 2 |
           std::uint64_t{has_read};
  }
  static access_stamp from(shadow_cell cell) {
    return {cell >> 28, cell >> 12 & latest, static_cast<unsigned>(cell >> 2 & 0x3ff),
            (cell & 1) != 0};
  }
};

}  // namespace device::emulation
