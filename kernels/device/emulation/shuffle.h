// Adversarial orders: what a GPU leaves open, the emulation can choose by a seed.
#pragma once

#include <cstdint>

namespace device::emulation {

struct order {
  std::uint64_t seed = 0;
  /// Besides at barriers, switch between the threads of a block at every n-th (on average) checked
  /// access or atomic; 0: never.
  unsigned interleave = 0;
};

/// From the next launch on, blocks and threads start, and go on after a barrier, in an order drawn
/// from the seed. All blocks then run on the calling host thread, so that a seed always gives the
/// same order.
void shuffle(std::uint64_t seed, unsigned interleave = 0);
/// Back to the natural order on all host threads.
void unshuffle();

}  // namespace device::emulation
