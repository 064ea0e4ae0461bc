#include "kernels/device/emulation/fault.h"

#include "kernels/device/emulation/access.h"
#include "kernels/device/emulation/call.h"
#include "kernels/device/emulation/scheduled.h"
#include "kernels/device/errors.h"

namespace device::emulation {

std::string text(uint3 index) {
  return "(" + std::to_string(index.x) + ", " + std::to_string(index.y) + ", " +
         std::to_string(index.z) + ")";
}

uint3 thread_index(unsigned linear) {
  const uint3 shape = scheduled::block_shape;
  const unsigned row = linear / shape.x;
  return {linear % shape.x, row % shape.y, row / shape.y};
}

std::string place() {
  if (current_call == nullptr) return "host code: ";
  return "kernel " + function_name(current_call->kernel) + ", block " +
         text(scheduled::block_index) + ", thread " + text(scheduled::thread_index) + ": ";
}

void raise(const std::string& mistake) { throw fault(place() + mistake); }

void index_fault(std::size_t index, std::size_t size) {
  // Negative indices arrive as huge ones.
  raise("index " + std::to_string(static_cast<std::ptrdiff_t>(index)) + " is out of bounds of " +
        std::to_string(size) + " elements");
}

void range_fault(std::size_t first, std::size_t count, std::size_t size) {
  raise("elements from " + std::to_string(static_cast<std::ptrdiff_t>(first)) + ", " +
        std::to_string(static_cast<std::ptrdiff_t>(count)) + " of them, are out of bounds of " +
        std::to_string(size) + " elements");
}

}  // namespace device::emulation
