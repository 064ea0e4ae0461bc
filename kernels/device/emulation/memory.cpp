#include "kernels/device/emulation/memory.h"

#include <array>
#include <cstring>
#include <fstream>
#include <mutex>
#include <new>
#include <string>
#include <vector>

#include "kernels/device/emulation/fault.h"
#include "kernels/device/errors.h"

namespace device::emulation {
namespace {

constexpr std::align_val_t alignment{256};  // as cudaMalloc
/// The host promises more memory than it has; what is larger than this is held against what is
/// there.
constexpr std::size_t surely_free_bytes = std::size_t{16} << 20;

#if defined(__SANITIZE_ADDRESS__)
constexpr bool guarded = false;  // AddressSanitizer guards every allocation, and says more
#else
constexpr bool guarded = true;
#endif
constexpr std::size_t guard_bytes = 64;
constexpr unsigned char guard_value = 0xa7;

struct allocation {
  std::byte* data;
  std::size_t bytes;
  std::byte* end() const { return data + bytes; }
};

std::mutex live_lock;
std::vector<allocation> live;

}  // namespace

memory::memory(std::size_t bytes) : bytes_(bytes) {
  if (bytes == 0) return;
  if (bytes > surely_free_bytes) {
    const std::size_t free_bytes = host_memory().free_bytes;
    if (bytes > free_bytes) throw out_of_memory(bytes, free_bytes);
  }
  data_ = static_cast<std::byte*>(
      ::operator new(bytes + (guarded ? guard_bytes : 0), alignment, std::nothrow));
  if (data_ == nullptr) throw out_of_memory(bytes, host_memory().free_bytes);
  std::memset(data_, 0xff, bytes);
  if (!guarded) return;
  std::memset(data_ + bytes, guard_value, guard_bytes);
  const std::lock_guard lock(live_lock);
  live.push_back({data_, bytes});
}

memory::~memory() {
  if (data_ == nullptr) return;
  {
    const std::lock_guard lock(live_lock);
    std::erase_if(live, [this](const allocation& each) { return each.data == data_; });
  }
  ::operator delete(data_, alignment);
}

void check_guards(const void* kernel) {
  std::array<unsigned char, guard_bytes> intact{};
  intact.fill(guard_value);
  const std::lock_guard lock(live_lock);
  for (const allocation& each : live) {
    if (std::memcmp(each.end(), intact.data(), guard_bytes) == 0) continue;
    std::memset(each.end(), guard_value, guard_bytes);
    throw fault("kernel " + function_name(kernel) + ": writes beyond a buffer of " +
                std::to_string(each.bytes) + " bytes, by a bare pointer");
  }
}

memory_state host_memory() {
  memory_state state;
  std::ifstream file("/proc/meminfo");
  std::string name, unit;
  for (std::size_t kib = 0; file >> name >> kib && std::getline(file, unit);) {
    if (name == "MemTotal:") state.total_bytes = kib << 10;
    if (name == "MemAvailable:") state.free_bytes = kib << 10;
  }
  return state;
}

void check_size(std::size_t given, std::size_t expected) {
  if (given != expected)
    throw error("a copy of " + std::to_string(given) + " elements to or from a buffer of " +
                std::to_string(expected));
}

void check_copy_range(std::size_t first, std::size_t count, std::size_t size) {
  if (first > size || count > size - first)
    throw error("a copy of " + std::to_string(count) + " elements from element " +
                std::to_string(first) + " of a buffer of " + std::to_string(size));
}

}  // namespace device::emulation
