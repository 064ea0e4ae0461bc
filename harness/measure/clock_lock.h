// SM clocks that stay where they are told to, while a run lasts.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

#include "harness/measure/nvml.h"

namespace retime {

struct sm_clock {
  std::optional<unsigned> mhz;  ///< nothing: the base clock, which the board holds under any load

  std::string text() const { return mhz ? std::to_string(*mhz) : "base"; }
};

/// While it lives, the GPU's SM clock is locked; then it floats again, whatever locked it before. A
/// child process does both, and unlocks as soon as this process is gone: after Ctrl-C, an
/// exception, or a kill.
class clock_lock {
 public:
  /// Throws bad_input, which says what would be right, where the driver refuses. `load` is called
  /// in the child. To be called while this process has one thread.
  clock_lock(const std::string& uuid, sm_clock clock, const nvml_functions& (*load)() = nvml);
  clock_lock(const clock_lock&) = delete;
  clock_lock& operator=(const clock_lock&) = delete;
  ~clock_lock();

 private:
  /// Whether the child did all it was to do.
  bool end_child() noexcept;

  pid_t child_ = -1;
  int alive_ = -1;  ///< a pipe's end, which the system closes with this process
};

}  // namespace retime
