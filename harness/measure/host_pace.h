// How fast the host is just now: it changes with its clock and with what else runs on it, and with
// it the time of whatever the host computes or launches.
#pragma once

namespace retime {

/// Time in ns of a fixed piece of work on one core, some 5 us: as the median over stretches of
/// `stretch_ns`, so that interruptions count as they do in samples of that length. Takes `wall_s`,
/// or one stretch.
double host_pace_ns(double stretch_ns, double wall_s);

}  // namespace retime
