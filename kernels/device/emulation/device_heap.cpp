#include "kernels/device/emulation/device_heap.h"

#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <map>
#include <mutex>

#include "kernels/device/emulation/host_memory.h"
#include "kernels/device/errors.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#endif

namespace device::emulation {
namespace {

constexpr std::size_t shadow_bytes_per_byte = sizeof(shadow_cell) / 4;
constexpr std::size_t most_bytes = std::size_t{1} << 40, least_bytes = std::size_t{1} << 26;
/// A stray index is often off by a row or by the whole length, and is to meet no other buffer.
constexpr std::size_t least_gap = std::size_t{1} << 20;

std::size_t to_pages(std::size_t bytes) {
  return (bytes + page_bytes - 1) / page_bytes * page_bytes;
}

std::size_t sixteenth() { return heap.bytes / 16 / page_bytes * page_bytes; }

struct extent {
  std::size_t bytes;  ///< asked for
  std::size_t end;    ///< of the gap behind
};

std::mutex heap_lock;
std::map<std::size_t, extent> taken;           ///< by offset
std::array<std::size_t, device_count> next{};  ///< of each device: from where on to look

/// Addresses without memory, which comes as they are used.
void* map(void* at, std::size_t bytes, int access, int how = 0) {
  return mmap(at, bytes, access, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | how, -1, 0);
}
bool make_accessible(std::byte* first, std::size_t bytes) {
  return mprotect(first, bytes, PROT_READ | PROT_WRITE) == 0;
}

/// Addresses cost nothing until they are used, but a limit of the process may count them.
std::size_t affordable_bytes() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return most_bytes;
  return std::clamp<std::size_t>(limit.rlim_cur / 8, least_bytes, most_bytes);
}

void reserve() {
  for (std::size_t bytes = to_pages(affordable_bytes()); bytes >= least_bytes; bytes /= 2) {
    void* const all = map(nullptr, bytes * (1 + shadow_bytes_per_byte), PROT_NONE);
    if (all == MAP_FAILED) continue;
    std::byte* const shadow = static_cast<std::byte*>(all) + bytes;
    if (!make_accessible(shadow, bytes * shadow_bytes_per_byte)) {
      munmap(all, bytes * (1 + shadow_bytes_per_byte));
      continue;
    }
    heap.begin = reinterpret_cast<std::uintptr_t>(all);
    heap.shadow = reinterpret_cast<shadow_cell*>(shadow);
    heap.bytes = bytes;
    return;
  }
}

std::byte* at(std::size_t offset) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  return reinterpret_cast<std::byte*>(heap.begin + offset);
}
std::byte* shadow_at(std::size_t offset) {
  return reinterpret_cast<std::byte*>(heap.shadow) + offset * shadow_bytes_per_byte;
}

/// Takes memory away, its page tables too; the shadow is all zeros then.
void give_back(std::size_t offset, std::size_t pages) {
  map(at(offset), pages, PROT_NONE, MAP_FIXED);
  madvise(shadow_at(offset), pages * shadow_bytes_per_byte, MADV_DONTNEED);
}

/// Where so many bytes of the device are free, going round once from `next`; heap.bytes if nowhere.
std::size_t find_room(int device, std::size_t bytes) {
  const auto [begin, all] = part_of(device);
  for (std::size_t from : {std::max(next[device], begin + least_gap), begin + least_gap}) {
    auto after = taken.lower_bound(from);
    if (after != taken.begin()) from = std::max(from, std::prev(after)->second.end);
    for (; after != taken.end() && after->first - from < bytes; ++after) from = after->second.end;
    if (from + bytes <= begin + all) return from;
  }
  return heap.bytes;
}

}  // namespace

std::byte* take_from_heap(std::size_t bytes) {
  const std::size_t pages = to_pages(bytes), room = pages + std::max(least_gap, pages);
  const std::lock_guard lock(heap_lock);
  if (heap.bytes == 0) reserve();
  if (bytes > heap.bytes) return nullptr;
  const std::size_t offset = find_room(current_device, room);
  if (offset == heap.bytes) return nullptr;
  if (!make_accessible(at(offset), pages)) return nullptr;
  taken[offset] = {bytes, offset + room};
  next[current_device] = offset + room;
  mark(at(offset), bytes, unwritten);
#if defined(__SANITIZE_ADDRESS__)
  ASAN_POISON_MEMORY_REGION(at(offset) + bytes, pages - bytes);
#endif
  return at(offset);
}

void return_to_heap(std::byte* memory) {
  const std::lock_guard lock(heap_lock);
  const auto mine = taken.find(heap.offset_of(memory));
  const std::size_t pages = to_pages(mine->second.bytes);
#if defined(__SANITIZE_ADDRESS__)
  ASAN_UNPOISON_MEMORY_REGION(memory, pages);
#endif
  give_back(mine->first, pages);
  taken.erase(mine);
}

void mark(const void* first, std::size_t bytes, shadow_cell state) {
  if (bytes == 0 || !heap.holds(first)) return;
  shadow_cell* const begin = heap.shadow_of(first);
  std::fill(begin, heap.shadow_of(static_cast<const std::byte*>(first) + bytes - 1) + 1, state);
}

void require_written(const void* first, std::size_t bytes, const char* what) {
  if (bytes == 0 || !heap.holds(first)) return;
  const shadow_cell* const cells = heap.shadow_of(first);
  if (std::any_of(cells, cells + (bytes + 3) / 4,
                  [](shadow_cell known) { return known < written; }))
    throw error(std::string(what) + " of what nobody has written");
}

heap_part part_of(int device) {
  if (device == 0) return {0, 8 * sixteenth()};
  return {(7 + static_cast<std::size_t>(device)) * sixteenth(), sixteenth()};
}

int device_of(const void* address) {
  const std::size_t sixteenths = heap.offset_of(address) / sixteenth();
  return sixteenths < 8 ? 0 : static_cast<int>(sixteenths) - 7;
}

void mark_copied(const void* to, const void* from, std::size_t bytes) {
  if (bytes == 0 || !heap.holds(to)) return;
  if (!heap.holds(from)) return mark(to, bytes, written);
  const shadow_cell* const source = heap.shadow_of(from);
  std::transform(source, source + (bytes + 3) / 4, heap.shadow_of(to),
                 [](shadow_cell known) { return std::min(known, written); });
}

std::string device_place(const void* address, std::size_t bytes) {
  const std::lock_guard lock(heap_lock);
  const std::size_t offset = heap.offset_of(address);
  const auto after = taken.upper_bound(offset);
  if (taken.empty()) return "memory that is no buffer's";
  auto nearest = after == taken.begin() ? after : std::prev(after);
  if (after != taken.end() && nearest != after) {
    const std::size_t end = nearest->first + nearest->second.bytes;
    if (offset > end && after->first - offset < offset - end) nearest = after;
  }
  const auto distance = static_cast<std::ptrdiff_t>(offset - nearest->first);
  const auto size = static_cast<std::ptrdiff_t>(bytes);
  // Rounded down, so that what begins before the buffer has a negative index.
  const std::ptrdiff_t element = distance >= 0 ? distance / size : -((size - 1 - distance) / size);
  return "element " + std::to_string(element) + " (of " + std::to_string(bytes) +
         " bytes) of a buffer of " + std::to_string(nearest->second.bytes) + " bytes";
}

}  // namespace device::emulation
