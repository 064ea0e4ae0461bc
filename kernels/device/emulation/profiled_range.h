// What a profiler would have seen.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace device::emulation {

struct profiled {
  std::string name;            ///< of the range
  std::uint64_t launches = 0;  ///< of its host thread while it lived
};

/// The profiled_ranges that have ended since the last call, in that order.
std::vector<profiled> take_profiled();

}  // namespace device::emulation
