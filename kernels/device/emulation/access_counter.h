// The counting of one launch's accesses of device memory.
#pragma once

#include <vector>

#include "kernels/device/access_count.h"
#include "kernels/device/emulation/host_memory.h"

namespace device::emulation {

bool counting();  ///< while an access_counter lives

class launch_counter {
 public:
  bool counts(const void* element) const;
  void add(const access_count& of_a_block);  ///< by any host thread

 private:
  const std::vector<address_range> memory_ = device_memory();  ///< as the launch begins
};

}  // namespace device::emulation
