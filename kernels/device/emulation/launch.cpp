#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "kernels/device/backend.h"
#include "kernels/device/emulation/devices.h"
#include "kernels/device/emulation/sm_90.h"
#include "kernels/device/launch_shape.h"
#include "kernels/device/limits.h"

namespace device::backend {
namespace {

/// Each takes a host thread.
constexpr int most_resident_blocks = 256;
/// Each has a stack of two mappings, of which Linux allows a process 65530.
constexpr unsigned most_resident_threads = 28'000;

std::mutex raised_lock;
std::map<std::pair<int, const void*>, std::size_t> raised;  // (device, kernel) -> bytes

}  // namespace

std::size_t shared_limit(const void* kernel) {
  const std::lock_guard lock(raised_lock);
  const auto limit = raised.find({emulation::current_device, kernel});
  return limit == raised.end() ? default_shared_bytes : limit->second;
}

void set_shared_limit(const void* kernel, std::size_t bytes) {
  check_shared(bytes, emulation::optin_shared_bytes);
  const std::lock_guard lock(raised_lock);
  raised[{emulation::current_device, kernel}] = bytes;
}

launch_report describe(const char* name, const void*, const launch_shape& shape) {
  return {.kernel = name,
          .grid = {shape.grid.x, shape.grid.y, shape.grid.z},
          .block = {shape.block.x, shape.block.y, shape.block.z},
          .shared_bytes = shape.shared_bytes};
}

int most_resident(const void*, const launch_shape& shape) {
  const unsigned threads = shape.block.x * shape.block.y * shape.block.z;
  return std::min(most_resident_blocks, static_cast<int>(most_resident_threads / threads));
}

}  // namespace device::backend
