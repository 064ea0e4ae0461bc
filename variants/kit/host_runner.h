// A run of numbered steps on the host.
#pragma once

#include "variants/kit/stepped_runner.h"

namespace retime {

class host_run {
 public:
  struct plan {
    int steps = 0;
  };

  explicit host_run(const plan& how) : steps_(how.steps) {}

  int steps() const { return steps_; }
  static void synchronize(device::stream&) {}
  template <class Advance>
  void run(device::stream&, Advance advance) const {
    advance(1, steps_);
  }

 private:
  int steps_;
};

template <class Answer, class Walk>
using host_runner = stepped_runner<Answer, Walk, host_run>;

}  // namespace retime
