// What a hypervisor takes of this machine while something is timed.
#pragma once

#include <iosfwd>
#include <optional>

#include "harness/host/clock.h"

namespace retime {

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
