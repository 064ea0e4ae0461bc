#include "kernels/device/access_counter.h"

#include <atomic>

#include "kernels/device/emulation/access.h"
#include "kernels/device/emulation/access_counter.h"
#include "kernels/device/emulation/device_heap.h"

namespace device::emulation {
namespace {

std::atomic<bool> begun = false;
std::atomic<std::uint64_t> all_reads = 0, all_writes = 0;

}  // namespace

bool counting() { return begun; }

void add_counted() {
  all_reads += counted_here.reads;
  all_writes += counted_here.writes;
  counted_here = {};
}

void watch(const void* element, bool writes) {
  if ((watched & for_counting) != 0 && heap.holds(element))
    ++(writes ? counted_here.writes : counted_here.reads);
  switch_point();
}

}  // namespace device::emulation

namespace device::backend {

void begin_counting() {
  emulation::all_reads = emulation::all_writes = 0;
  emulation::begun = true;
}
void end_counting() { emulation::begun = false; }
std::optional<access_count> counted() {
  return access_count{emulation::all_reads, emulation::all_writes};
}

}  // namespace device::backend
