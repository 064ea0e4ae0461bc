#include "kernels/device/emulation/resident.h"

#include "kernels/device/emulation/block.h"
#include "kernels/device/emulation/fault.h"
#include "kernels/device/emulation/turns.h"

namespace device::backend {

void wait_for(const unsigned* flag, unsigned value) {
  using namespace emulation;
  turns* const others = turns::mine();
  if (others == nullptr) raise("waits for another block, and its launch is not resident");
  block_runner& block = block_runner::here();
  const auto is_there = [&] { return static_cast<int>(*flag - value) >= 0; };
  while (true) {
    for (unsigned i = 0; i < block.threads() && !is_there(); ++i) block.yield();
    if (is_there()) return others->got_on();
    if (!others->pass())
      raise("waits for the value " + std::to_string(value) + ", which no block publishes");
  }
}

}  // namespace device::backend
