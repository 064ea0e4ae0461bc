#include "kernels/device/emulation/scheduled.h"

namespace device::emulation::scheduled {

constinit thread_local uint3 thread_index{}, block_index{}, block_shape{}, grid_shape{};
constinit thread_local unsigned watched = 0;

}  // namespace device::emulation::scheduled
