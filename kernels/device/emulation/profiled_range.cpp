#include "kernels/device/emulation/profiled_range.h"

#include <utility>

#include "kernels/device/host_calls.h"
#include "kernels/device/profiled_range.h"

namespace device {
namespace emulation {
namespace {

std::vector<profiled> ended;
profiled open_range;
host_calls before_range;

}  // namespace

std::vector<profiled> take_profiled() { return std::exchange(ended, {}); }

}  // namespace emulation

profiled_range::profiled_range(const std::string& name) {
  emulation::open_range = {.name = name};
  emulation::before_range = calls_so_far;
}

profiled_range::~profiled_range() {
  emulation::open_range.launches = calls_so_far.since(emulation::before_range).launches;
  emulation::ended.push_back(std::move(emulation::open_range));
}

}  // namespace device
