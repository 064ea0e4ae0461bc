#include "kernels/device/emulation/device_access.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "kernels/device/emulation/access_stamp.h"
#include "kernels/device/emulation/call.h"
#include "kernels/device/emulation/fault.h"
#include "kernels/device/emulation/suspicion.h"

namespace device::emulation {
namespace {

constexpr std::uint64_t block_bits_from = 28;

bool is_of_this_block(shadow_cell cell) {
  return cell >> block_bits_from == running.stamp >> block_bits_from;
}

/// Whether what the stamp tells of, in this launch, may as well happen after what this thread does.
bool is_unordered(const access_stamp& other) {
  if (other.block != running.stamp >> block_bits_from) return !running.orders_blocks;
  return other.clock != access_stamp::latest &&
         !comes_after(running, other.thread, running.block_begin + other.clock);
}

/// New buffers have all bits set. What has others was written by code that does not announce it.
bool is_poison(const void* word) {
  unsigned value = 0;
  std::memcpy(&value, word, sizeof value);
  return value == ~0U;
}

[[noreturn]] void outside_fault(const char* does, const void* address, std::size_t bytes) {
  raise(std::string(does) + " " + device_place(address, bytes) + ", which is out of its bounds");
}

[[noreturn]] void unwritten_fault(const void* address, std::size_t bytes) {
  raise("reads " + device_place(address, bytes) + " that nobody has written");
}

const void* word_of(const shadow_cell* cell) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  return reinterpret_cast<const void*>(heap.begin +
                                       4 * static_cast<std::size_t>(cell - heap.shadow));
}

/// Some words of several at once may be nobody's: a vector that reaches beyond the last element.
void require_written(const void* address, std::size_t bytes, shadow_cell* cell) {
  if (*cell != unwritten) return;
  const shadow_cell* const first = heap.shadow_of(address);
  const auto is_nobodys = [](const shadow_cell& each) {
    return each == unwritten && is_poison(word_of(&each));
  };
  if (std::all_of(first, first + std::max<std::size_t>(1, bytes / 4), is_nobodys))
    unwritten_fault(address, bytes);
}

}  // namespace

void settle_device_read(const void* address, std::size_t bytes, shadow_cell* cell) {
  if (*cell == not_allocated) outside_fault("reads", address, bytes);
  require_written(address, bytes, cell);
  if (*cell < running.oldest) return;
  const auto other = access_stamp::from(*cell);
  const bool is_mine = is_of_this_block(*cell) && other.thread == running.index;
  if (!is_mine && is_unordered(other)) *cell = running.stamp | 1;
}

void settle_device_write(const void* address, std::size_t bytes, shadow_cell* cell) {
  if (*cell == not_allocated) outside_fault("writes", address, bytes);
  if (*cell == (running.stamp | 1))  // this thread read it, after another one had written it
    suspect(address, bytes,
            "changes " + device_place(address, bytes) +
                " that another thread changed in this launch, with no atomic and no barrier in "
                "between: one of the two changes may be lost");
}

void other_device_fault(const void* address, std::size_t bytes, bool writes) {
  raise(std::string(writes ? "writes " : "reads ") + device_place(address, bytes) +
        " that is on device " + std::to_string(device_of(address)) +
        "; the kernel runs on device " + std::to_string(current_call->device));
}

void part_of_word_access(const void* address, std::size_t bytes, bool writes) {
  shadow_cell* const cell = heap.shadow_of(address);
  if (*cell == not_allocated) outside_fault(writes ? "writes" : "reads", address, bytes);
  if (writes)
    *cell = written;
  else
    require_written(address, bytes, cell);
}

void atomic_device_access(const void* address, std::size_t bytes, bool reads, bool writes) {
  shadow_cell* const cells = heap.shadow_of(address);
  for (std::size_t w = 0; w < std::max<std::size_t>(1, bytes / 4); ++w) {
    if (cells[w] == not_allocated) outside_fault(writes ? "writes" : "reads", address, bytes);
    if (reads) require_written(address, bytes, cells + w);
    if (writes) cells[w] = written;
  }
}

}  // namespace device::emulation
