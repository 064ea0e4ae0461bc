#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <mutex>
#include <new>
#include <string>
#include <vector>

#include "kernels/device/backend.h"
#include "kernels/device/emulation/device_heap.h"
#include "kernels/device/emulation/devices.h"
#include "kernels/device/emulation/host_memory.h"
#include "kernels/device/emulation/stream.h"
#include "kernels/device/errors.h"

namespace device::emulation {
namespace {

constexpr std::align_val_t host_alignment{256};  // of pinned memory; as cudaMalloc
constexpr std::size_t host_bytes_per_byte = 3;   // with its shadow
/// The host promises more memory than it has; what is larger than this is held against what is
/// there.
constexpr std::size_t surely_free_bytes = std::size_t{16} << 20;

struct block_of_bytes {
  std::byte* data;
  std::size_t bytes;
  int device;  ///< none: pinned
};
constexpr int none = -1;

std::mutex live_lock;
std::vector<block_of_bytes> live;
std::size_t limit_bytes = SIZE_MAX;  ///< of each device

std::size_t left_of_limit() {
  const std::lock_guard lock(live_lock);
  std::size_t taken = 0;
  for (const block_of_bytes& each : live)
    if (each.device == current_device) taken += each.bytes;
  return limit_bytes - std::min(limit_bytes, taken);
}

memory_state host_memory() {
  memory_state state;
  std::ifstream file("/proc/meminfo");
  std::string name, unit;
  for (std::size_t kib = 0; file >> name >> kib && std::getline(file, unit);) {
    if (name == "MemTotal:") state.total_bytes = (kib << 10) / host_bytes_per_byte;
    if (name == "MemAvailable:") state.free_bytes = (kib << 10) / host_bytes_per_byte;
  }
  return state;
}

}  // namespace

memory_state memory_now() {
  const memory_state host = host_memory();
  const std::size_t left = left_of_limit();
  return {std::min(host.total_bytes, limit_bytes), std::min(host.free_bytes, left)};
}

void limit_memory(std::size_t bytes) {
  const std::lock_guard lock(live_lock);
  limit_bytes = bytes;
}

}  // namespace device::emulation

namespace device::backend {
namespace {

void run(stream_state* queue, const auto& work) {
  if (queue == nullptr)
    work();
  else
    queue->enqueue(work);
}

std::byte* take(std::size_t bytes, bool pinned) {
  using namespace emulation;
  if (bytes > surely_free_bytes) {
    const std::size_t free_bytes = host_memory().free_bytes;
    if (bytes > free_bytes) throw out_of_memory(bytes, free_bytes);
  }
  std::byte* const data =
      pinned ? static_cast<std::byte*>(::operator new(bytes, host_alignment, std::nothrow))
             : take_from_heap(bytes);
  if (data == nullptr) throw out_of_memory(bytes, host_memory().free_bytes);
  std::memset(data, 0xff, bytes);
  const std::lock_guard lock(live_lock);
  live.push_back({data, bytes, pinned ? none : emulation::current_device});
  return data;
}

}  // namespace

std::byte* allocate(std::size_t bytes) {
  const std::size_t left = emulation::left_of_limit();
  if (bytes > left) throw out_of_memory(bytes, left);
  return take(bytes, false);
}

void release_memory(std::byte* memory) noexcept {
  using namespace emulation;
  if (memory == nullptr) return;
  {
    const std::lock_guard lock(live_lock);
    std::erase_if(live, [&](const block_of_bytes& each) { return each.data == memory; });
  }
  if (heap.holds(memory))
    return_to_heap(memory);
  else
    ::operator delete(memory, host_alignment);
}

std::byte* allocate_pinned(std::size_t bytes) { return take(bytes, true); }
void release_pinned(std::byte* memory) noexcept { release_memory(memory); }

void copy(void* to, const void* from, std::size_t bytes, direction, stream_state* queue) {
  // Without a stream it waits for the work on the current device, which should be the buffer's.
  const int device = queue == nullptr ? emulation::current_device : queue->device;
  emulation::require_memory_of(device, to, "a copy");
  emulation::require_memory_of(device, from, "a copy");
  run(queue, [=] {
    std::memmove(to, from, bytes);
    emulation::mark_copied(to, from, bytes);
  });
}

void fill(void* to, unsigned char value, std::size_t bytes, stream_state* queue) {
  if (queue != nullptr) emulation::require_current(*queue, "a fill");
  emulation::require_memory_of(emulation::current_device, to, "a fill");
  run(queue, [=] {
    std::memset(to, value, bytes);
    emulation::mark(to, bytes, emulation::written);
  });
}

void poison(void* memory, std::size_t bytes) {
  emulation::require_memory_of(emulation::current_device, memory, "a fill");
  std::memset(memory, 0xff, bytes);
  emulation::mark(memory, bytes, emulation::unwritten);
}

}  // namespace device::backend
