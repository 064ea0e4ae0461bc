// What is known of a word of shared memory: who wrote it last and who read it since the last
// barrier.
#pragma once

#include <cstdint>

namespace device::emulation {

/// One access, or several alike.
struct shared_access {
  std::uint64_t seen = 0;   ///< of the running_thread; 0: never
  unsigned thread = 0;      ///< the last one
  unsigned char bytes = 0;  ///< of the word: a bit each
  bool atomic = false;
  bool by_several = false;  ///< threads of one warp
  bool by_warps = false;    ///< threads of several warps
};

struct shared_cell {
  shared_access write, read;
};

}  // namespace device::emulation
