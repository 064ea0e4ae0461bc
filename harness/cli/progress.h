// Case k of n and the time left, on stderr; one result line a case, on stdout.
#pragma once

#include <cstddef>
#include <string>

#include "harness/record/record.h"
#include "harness/support/clock.h"

namespace retime {

class progress {
 public:
  explicit progress(std::size_t cases) : cases_(cases) {}
  void begin(const std::string& key);
  void end(const record& ended);

 private:
  std::size_t cases_, done_ = 0;
  stopwatch watch_;
};

/// One line: key, outcome, median with the half-width of its interval, fraction of the ceiling.
std::string result_line(const record& result);

}  // namespace retime
