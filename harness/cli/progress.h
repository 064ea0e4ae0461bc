// Case k of n and the time left, on stderr; one result line a case, on stdout.
#pragma once

#include <cstddef>
#include <string>

#include "harness/processes/sweep_run.h"
#include "harness/record/recorded_run.h"
#include "harness/support/clock.h"

namespace retime {

class progress {
 public:
  /// `turns`: how many there will be at least.
  explicit progress(std::size_t turns) : turns_(turns) {}
  void begin(const case_turn& turn);
  void end(const recorded_case& ended);

 private:
  std::size_t turns_, begun_ = 0;
  stopwatch watch_;
};

/// One line: key, form, outcome, median with the half-width of its interval, cores that the
/// hypervisor took while a CPU variant was timed, fraction of the ceiling.
std::string result_line(const recorded_case& result);

}  // namespace retime
