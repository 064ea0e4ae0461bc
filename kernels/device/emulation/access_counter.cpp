#include "kernels/device/access_counter.h"

#include <atomic>

#include "kernels/device/emulation/access_counter.h"

namespace device::emulation {
namespace {

std::atomic<bool> begun = false;
std::atomic<std::uint64_t> reads = 0, writes = 0;

}  // namespace

bool counting() { return begun; }

void add_counted(const access_count& of_a_block) {
  reads += of_a_block.reads;
  writes += of_a_block.writes;
}

}  // namespace device::emulation

namespace device::backend {

void begin_counting() {
  emulation::reads = emulation::writes = 0;
  emulation::begun = true;
}
void end_counting() { emulation::begun = false; }
std::optional<access_count> counted() { return access_count{emulation::reads, emulation::writes}; }

}  // namespace device::backend
