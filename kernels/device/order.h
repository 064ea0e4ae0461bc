// The order in which threads and blocks run, where it can be chosen.
#pragma once

#include <cstdint>

namespace device {

/// From the next launch on, the emulation draws the order of blocks and threads from the seed, and
/// switches between the threads of a block at accesses, too (emulation/shuffle.h). Throws
/// device::error on a GPU.
void shuffle_threads(std::uint64_t seed);

}  // namespace device
