// The thread of a kernel that runs on this host thread, as far as checks of its accesses need it.
//
// Which accesses are in order is told by a clock of the host thread: it advances at every barrier,
// at every __syncwarp() and with every block, and a thread has seen what it showed when the last
// of them let the thread go on.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/device/emulation/device_heap.h"

namespace device::emulation {

struct shared_cell;  // shared_cell.h

struct running_thread {
  static constexpr unsigned in_kernel = 1;
  static constexpr unsigned has_suspicion = 2;  ///< an access is to be looked at once it is done
  static constexpr unsigned may_switch = 4;     ///< shuffle() asks for switches between threads

  unsigned mode = 0;           ///< bits of these; 0: the host's own code
  unsigned index = 0;          ///< linear, in its block
  std::uint64_t stamp = 0;     ///< what it leaves in the shadow of what it writes (access_stamp.h)
  std::uint64_t oldest = 0;    ///< stamp of this launch
  bool orders_blocks = false;  ///< the launch or the block waits for other blocks, or may

  std::uint64_t seen = 0;         ///< the clock when this thread last went on from a barrier
  std::uint64_t barrier = 0;      ///< when all threads of the block did
  std::uint64_t block_begin = 0;  ///< when the block began

  std::uintptr_t memory_begin = 0;  ///< of the heap's part that is its device's
  std::size_t memory_bytes = 0;

  std::uintptr_t shared_begin = 0;  ///< shared memory of the blocks on this host thread
  std::size_t shared_bytes = 0;
  shared_cell* shared_cells = nullptr;  ///< of each word

  /// Whether the address is one of its device's memory.
  bool reaches(const void* address) const {
    return reinterpret_cast<std::uintptr_t>(address) - memory_begin < memory_bytes;
  }
};

[[gnu::tls_model("initial-exec")]] inline constinit thread_local running_thread running{};

/// Whether this thread is sure to come after what a thread of its block did when it had seen
/// `then`: a barrier lies in between, or one of their warp, or they are the same.
inline bool comes_after(const running_thread& me, unsigned other, std::uint64_t then) {
  return other == me.index || then < me.barrier || (other / 32 == me.index / 32 && then < me.seen);
}

}  // namespace device::emulation
