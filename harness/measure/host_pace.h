// How fast the host is just now, and what a hypervisor takes of it while something is timed: with
// these changes the time of whatever the host computes or launches.
#pragma once

#include <iosfwd>
#include <optional>

#include "harness/host/clock.h"

namespace retime {

/// Time in ns of a fixed piece of work on one core, some 5 us: as the median over stretches of
/// `stretch_ns`, so that interruptions count as they do in samples of that length. Takes `wall_s`,
/// or one stretch.
double host_pace_ns(double stretch_ns, double wall_s);

/// CPU time in s, to 10 ms, that threads of this machine were ready to use and its hypervisor gave
/// to others: "steal" of `stat`, the text of /proc/stat, since the machine started. Null where the
/// text does not say.
std::optional<double> stolen_s(std::istream& stat);

/// Watches this machine from now on.
class stolen_cores {
 public:
  stolen_cores();
  /// How many were stolen in the mean so far; null where the system does not say.
  std::optional<double> mean() const;

 private:
  std::optional<double> begun_s_;
  stopwatch watch_;
};

}  // namespace retime
