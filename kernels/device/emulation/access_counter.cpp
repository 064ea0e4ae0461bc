#include "kernels/device/access_counter.h"

#include <algorithm>
#include <atomic>

#include "kernels/device/emulation/access_counter.h"

namespace device::emulation {
namespace {

std::atomic<bool> begun = false;
std::atomic<std::uint64_t> reads = 0, writes = 0;

}  // namespace

bool counting() { return begun; }

bool launch_counter::counts(const void* element) const {
  const auto after = std::ranges::upper_bound(memory_, element, {}, &address_range::begin);
  return after != memory_.begin() && element < std::prev(after)->end;
}

void launch_counter::add(const access_count& of_a_block) {
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
