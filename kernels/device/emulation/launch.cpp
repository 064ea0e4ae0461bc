#include "kernels/device/emulation/launch.h"

#include <map>
#include <mutex>

#include "kernels/device/errors.h"
#include "kernels/device/limits.h"

namespace device::emulation {
namespace {

// As on sm_90, the architecture that the CUDA program is built for.
constexpr std::size_t optin_shared_bytes = 227 << 10;

std::mutex raised_lock;
std::map<const void*, std::size_t> raised;  // kernel -> bytes of dynamic shared memory

std::size_t shared_limit_of(const void* kernel) {
  const std::lock_guard lock(raised_lock);
  const auto found = raised.find(kernel);
  return found == raised.end() ? default_shared_bytes : found->second;
}

}  // namespace

void check_shape(const void* kernel, const launch_shape& shape) {
  const auto extents = [](const dim3& d) { return std::array<unsigned, 3>{d.x, d.y, d.z}; };
  check_extents(extents(shape.grid), extents(shape.block));
  if (shape.shared_bytes > default_shared_bytes)
    check_shared(shape.shared_bytes, shared_limit_of(kernel));
}

void set_max_shared(const void* kernel, std::size_t bytes) {
  check_shared(bytes, optin_shared_bytes);
  const std::lock_guard lock(raised_lock);
  raised[kernel] = bytes;
}

launch_report describe(const char* name, const launch_shape& shape) {
  return {.kernel = name,
          .grid = {shape.grid.x, shape.grid.y, shape.grid.z},
          .block = {shape.block.x, shape.block.y, shape.block.z},
          .shared_bytes = shape.shared_bytes};
}

}  // namespace device::emulation
