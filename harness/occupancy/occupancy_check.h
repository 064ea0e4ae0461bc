// The occupancy calculator against the CUDA runtime, for every registered kernel and for synthetic
// ones that need more registers and shared memory than any of those.
#pragma once

#include <string>
#include <vector>

#include "kernels/device/launch_report.h"

namespace retime {

/// Prints the launches for which the two differ, and how many were compared; whether all agree.
/// Writes the runtime's answers to `file`, unless that is empty: {"compute_capability": 90,
/// "columns": [...], "rows": [[kernel, registers, shared bytes, block, blocks a multiprocessor],
/// ...]}. Throws bad_input in emulation, which has no runtime to ask.
bool check_occupancy(const std::string& file);

/// Launch reports of kernels that do nothing but need 4 to 239 registers (sm_90), with every block
/// of 32 .. 1024 threads and shared memory from nothing to the most a block can have. Shapes of
/// which not one block fits are reported with 0 blocks.
std::vector<device::launch_report> synthetic_launches();

}  // namespace retime
