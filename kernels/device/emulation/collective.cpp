// What kernels call, handed to the block that runs on this host thread.
#include "kernels/device/emulation/access.h"
#include "kernels/device/emulation/barrier.h"
#include "kernels/device/emulation/block.h"
#include "kernels/device/emulation/fault.h"
#include "kernels/device/emulation/running_thread.h"
#include "kernels/device/emulation/types.h"
#include "kernels/device/emulation/warp.h"

namespace device::emulation {

int sync_threads(bool predicate, source_place where) {
  return block_runner::here().sync_threads(predicate, where);
}

std::uint64_t sync_warp(const warp_request& request, source_place where) {
  return block_runner::here().sync_warp(request, where);
}

void maybe_switch_thread() { block_runner::here().maybe_switch_thread(); }

int lane() { return static_cast<int>(running.index % 32); }

void check_width(int width) {
  if (width < 1 || width > 32 || (width & (width - 1)) != 0)
    raise("a shuffle's width must be a power of two up to 32, not " + std::to_string(width));
}

}  // namespace device::emulation
