#include "kernels/device/properties.h"

#include <algorithm>
#include <string>
#include <thread>

#include "kernels/device/emulation/devices.h"
#include "kernels/device/emulation/host_memory.h"
#include "kernels/device/emulation/sm_90.h"
#include "kernels/device/errors.h"

namespace device {

bool is_emulation() { return true; }

int count() { return 1; }

int count_together() { return emulation::device_count; }

void select(int index) {
  if (index != 0) throw error("the emulation has device 0 alone, not " + std::to_string(index));
}

properties current() {
  const emulation::memory_state memory = emulation::memory_now();
  properties answer;
  answer.name = "emulation";
  answer.index = emulation::current_device;
  answer.multiprocessors = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  answer.shared_per_block_optin_bytes = emulation::optin_shared_bytes;
  answer.memory_total_bytes = memory.total_bytes;
  answer.memory_free_bytes = memory.free_bytes;
  return answer;
}

}  // namespace device
