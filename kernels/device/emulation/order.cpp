#include "kernels/device/order.h"

#include "kernels/device/emulation/shuffle.h"

namespace device {

void shuffle_threads(std::uint64_t seed) {
  constexpr unsigned accesses_between_switches = 3;
  emulation::shuffle(seed, accesses_between_switches);
}

}  // namespace device
