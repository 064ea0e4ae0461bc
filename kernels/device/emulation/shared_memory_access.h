// A kernel's access to shared memory: is there an array, and does a barrier lie between it and what
// other threads of the block did there?
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/device/emulation/running_thread.h"
#include "kernels/device/emulation/shared_cell.h"

namespace device::emulation {

enum class access_kind { read, write, atomic_read, atomic_write, atomic_update };

/// Throws device::fault; of a write that another thread's may go beyond only if it changes
/// anything.
[[gnu::noinline]] void settle_shared_access(const void* address, std::size_t bytes,
                                            access_kind kind);

/// Whether nobody else was there since the last barrier, and somebody of the block before.
inline bool is_undisputed(const running_thread& me, const shared_access& known) {
  return known.seen < me.barrier || (known.thread == me.index && !known.by_several);
}

/// Adds a read of these bytes to those since the last barrier.
inline void note(const running_thread& me, shared_access& known, unsigned bytes) {
  const auto mine = static_cast<unsigned char>(bytes);
  if (known.seen < me.barrier) {
    known = {.seen = me.seen, .thread = me.index, .bytes = mine};
    return;
  }
  known.by_several = known.by_several || known.thread != me.index;
  known.by_warps = known.by_warps || known.thread / 32 != me.index / 32;
  known.seen = known.seen > me.seen ? known.seen : me.seen;
  known.thread = me.index;
  known.bytes |= mine;
}

/// The same of whole words, as most accesses are, and with nothing to settle, as in most cases.
template <std::size_t Bytes, access_kind Kind>
void shared_words_access(const running_thread& me, const void* address) {
  const std::size_t offset = reinterpret_cast<std::uintptr_t>(address) - me.shared_begin;
  shared_cell* const cells = me.shared_cells + offset / 4;
  constexpr bool writes = Kind == access_kind::write;
  bool is_simple = offset % 4 == 0;
  for (std::size_t w = 0; w < Bytes / 4; ++w) {
    const shared_cell& cell = cells[w];
    is_simple = is_simple && cell.write.seen >= me.block_begin && is_undisputed(me, cell.write) &&
                (!writes || is_undisputed(me, cell.read));
  }
  if (!is_simple) [[unlikely]]
    return settle_shared_access(address, Bytes, Kind);
  for (std::size_t w = 0; w < Bytes / 4; ++w) {
    if constexpr (writes)
      cells[w].write = {.seen = me.seen, .thread = me.index, .bytes = 15};
    else
      note(me, cells[w].read, 15);
  }
}

}  // namespace device::emulation
