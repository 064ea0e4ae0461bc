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

/// Seconds since no particular origin, the same for all of this process.
inline double steady_s() {
  const auto since_origin = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(since_origin).count();
}

}  // namespace retime
