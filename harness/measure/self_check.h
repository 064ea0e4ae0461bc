// Whether timing can be trusted on this machine: readings of things whose time is known by other
// means.
#pragma once

#include <string>
#include <vector>

namespace retime {

struct self_check {
  std::string name;
  std::string unit;
  double measured = 0;
  double low = 0, high = 0;  ///< what would be right
  std::string note{};        ///< how it was measured
  bool passed() const { return low <= measured && measured <= high; }
};

/// All checks, in some ten seconds; none in emulation, which times nothing.
///  - a kernel that spins for known cycles reads their time within max(2 %, 0.2 us), 2 us to 1 ms,
///  by every method;
///  - batch and graph agree within 3 % from 20 us on;
///  - two measurements of one 2 to 10 us kernel agree, each with a half-width of at most 1 %;
///  - the host's pace sets the time of launches of nothing, little of that of long kernels, and
///  nothing of a single launch;
///  - a flush leaves nothing of a buffer in L2;
///  - the device is busy for at least 80 % of the wall time of a sweep of 100 us kernels, warm and
///  cold.
std::vector<self_check> check_timing();

}  // namespace retime
