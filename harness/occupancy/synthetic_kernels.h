// Kernels that do nothing but need registers, to ask the runtime how many blocks of them fit.
#pragma once

#include <vector>

#include "kernels/device/launch_report.h"

namespace retime {

/// Launch reports of kernels of 4 to 239 registers (sm_90), with every block of 32 .. 1024 threads
/// and shared memory from nothing to the most a block can have. Shapes of which not one block fits
/// are reported with 0 blocks.
std::vector<device::launch_report> synthetic_launches();

}  // namespace retime
