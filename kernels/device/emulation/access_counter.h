// The counting of a block's accesses of device memory.
#pragma once

#include "kernels/device/access_count.h"

namespace device::emulation {

bool counting();  ///< while an access_counter lives

void add_counted(const access_count& of_a_block);  ///< by any host thread

}  // namespace device::emulation
