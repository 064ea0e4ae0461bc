#include "kernels/device/emulation/suspicion.h"

#include <array>
#include <cstring>

#include "kernels/device/emulation/fault.h"

namespace device::emulation {
namespace {

struct suspected_write {
  const void* address = nullptr;
  std::size_t bytes = 0;
  std::array<std::byte, 16> before{};
  std::string mistake;
};

thread_local suspected_write suspected;

}  // namespace

void suspect(const void* address, std::size_t bytes, const std::string& mistake) {
  suspected = {address, std::min(bytes, suspected.before.size()), {}, mistake};
  std::memcpy(suspected.before.data(), address, suspected.bytes);
  running.mode |= running_thread::has_suspicion;
}

void look_at_suspected_write() {
  running.mode &= ~running_thread::has_suspicion;
  if (std::memcmp(suspected.before.data(), suspected.address, suspected.bytes) != 0)
    raise(suspected.mistake);
}

}  // namespace device::emulation
