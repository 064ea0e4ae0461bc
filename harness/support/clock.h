// Wall time since an instant.
#pragma once

#include <chrono>

namespace retime {

/// Runs from when it is made.
class stopwatch {
 public:
  double s() const { return elapsed<std::chrono::seconds::period>(); }
  double ms() const { return elapsed<std::milli>(); }
  double ns() const { return elapsed<std::nano>(); }

 private:
  using clock = std::chrono::steady_clock;

  template <class Period>
  double elapsed() const {
    return std::chrono::duration<double, Period>(clock::now() - begin_).count();
  }

  clock::time_point begin_ = clock::now();
};

}  // namespace retime
