// How long the host needs for the launches of a run.
#pragma once

#include <algorithm>

#include "kernels/device/host_calls.h"

namespace retime {

/// The time in which the host launched a run that `made` these calls and returned after
/// `returned_ns`. A device takes about a thousand launches ahead; with more, the host waits for
/// room, and is not what the run waits for. How long it would take is then known from `launch_ns`,
/// what an empty kernel's launch takes: hardly any launch takes twice as long.
inline double launching_ns(double returned_ns, const device::host_calls& made, double launch_ns) {
  constexpr double taken_ahead = 1000;
  const auto launches = static_cast<double>(made.launches);
  if (made.waits > 0 || launches < taken_ahead) return returned_ns;
  return std::min(returned_ns, 2 * launches * launch_ns);
}

}  // namespace retime
