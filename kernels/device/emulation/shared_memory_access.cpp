#include "kernels/device/emulation/shared_memory_access.h"

#include <algorithm>
#include <string>

#include "kernels/device/emulation/fault.h"
#include "kernels/device/emulation/running_thread.h"
#include "kernels/device/emulation/shared.h"
#include "kernels/device/emulation/shared_cell.h"
#include "kernels/device/emulation/suspicion.h"

namespace device::emulation {
namespace {

struct access {
  const void* address;
  std::size_t bytes;
  access_kind kind;
};

bool writes(access_kind kind) {
  return kind != access_kind::read && kind != access_kind::atomic_read;
}
bool needs_value(access_kind kind) {
  return kind == access_kind::read || kind == access_kind::atomic_update;
}
bool is_atomic(access_kind kind) { return kind != access_kind::read && kind != access_kind::write; }

/// Whether what others did there is in no order with what the running thread does.
bool is_unordered(const shared_access& other, unsigned bytes) {
  if (other.seen < running.barrier || (other.bytes & bytes) == 0) return false;
  if (other.by_warps) return true;
  if (other.by_several)  // of one warp
    return other.thread / 32 != running.index / 32 || other.seen >= running.seen;
  return !comes_after(running, other.thread, other.seen);
}

std::string race(const access& mine, const char* does, const char* did,
                 const shared_access& other) {
  return std::string(does) + " " + shared_place(mine.address, mine.bytes) + ", which thread " +
         text(thread_index(other.thread)) + " " + did + " with no barrier in between";
}

void access_word(const access& mine, shared_cell& cell, unsigned bytes) {
  const bool atomic = is_atomic(mine.kind);
  if (cell.write.seen < running.block_begin)
    check_first_access(mine.address, mine.bytes, needs_value(mine.kind), writes(mine.kind));
  const bool after_write = is_unordered(cell.write, bytes) && !(atomic && cell.write.atomic);
  if (!writes(mine.kind)) {
    // What an atomic may change meanwhile is read as a hint, by those who then ask an atomic.
    if (after_write && !cell.write.atomic) raise(race(mine, "reads", "writes", cell.write));
    if (!atomic) note(running, cell.read, bytes);
    return;
  }
  if (after_write)
    suspect(mine.address, mine.bytes, race(mine, "writes", "writes too", cell.write));
  else if (!atomic && is_unordered(cell.read, bytes))
    suspect(mine.address, mine.bytes, race(mine, "writes", "reads", cell.read));
  cell.write = {.seen = running.seen,
                .thread = running.index,
                .bytes = static_cast<unsigned char>(bytes),
                .atomic = atomic};
}

}  // namespace

void settle_shared_access(const void* address, std::size_t bytes, access_kind kind) {
  const std::size_t offset = reinterpret_cast<std::uintptr_t>(address) - running.shared_begin;
  const access mine{address, bytes, kind};
  for (std::size_t at = offset; at < offset + bytes; at = (at / 4 + 1) * 4) {
    const std::size_t first = at % 4, last = std::min<std::size_t>(4, first + offset + bytes - at);
    access_word(mine, running.shared_cells[at / 4], (1U << last) - (1U << first));
  }
}

}  // namespace device::emulation
