#include "kernels/device/emulation/resident.h"

#include "kernels/device/emulation/block.h"
#include "kernels/device/emulation/fault.h"
#include "kernels/device/emulation/turns.h"

namespace device::emulation {

standing_by::standing_by() {
  if (turns::mine() == nullptr) raise("waits for another block, and its launch is not resident");
}

void standing_by::let_others_go_on() {
  block_runner& block = block_runner::here();
  if (looks_++ < block.threads()) return block.yield();
  looks_ = 0;
  if (!turns::mine()->pass()) raise("waits for what no block sends");
}

void standing_by::got_on() { turns::mine()->got_on(); }

}  // namespace device::emulation
