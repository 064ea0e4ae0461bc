#include "kernels/device/emulation/devices.h"

#include "kernels/device/backend.h"
#include "kernels/device/emulation/device_heap.h"
#include "kernels/device/emulation/stream.h"
#include "kernels/device/errors.h"

namespace device::emulation {

void require_current(const backend::stream_state& queue, const char* what) {
  if (queue.device == current_device) return;
  throw error(std::string(what) + " in a stream of device " + std::to_string(queue.device) +
              " while device " + std::to_string(current_device) + " is current");
}

void require_memory_of(int device, const void* memory, const char* what) {
  if (!heap.holds(memory)) return;
  const int owner = device_of(memory);
  if (owner == device) return;
  throw error(std::string(what) + " of a buffer on device " + std::to_string(owner) +
              " by device " + std::to_string(device));
}

bool comes_after(const backend::stream_state& later, const backend::stream_state& earlier) {
  const auto seen = later.seen.find(earlier.id);
  return seen != later.seen.end() && seen->second >= earlier.given();
}

}  // namespace device::emulation

namespace device::backend {

int current_device() { return emulation::current_device; }

void make_current(int index) {
  if (index < 0 || index >= emulation::device_count)
    throw error("the emulation has " + std::to_string(emulation::device_count) +
                " devices, not number " + std::to_string(index));
  emulation::current_device = index;
}

void return_to(int index) noexcept { emulation::current_device = index; }

}  // namespace device::backend
