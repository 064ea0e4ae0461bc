// A run of numbered steps on the host.
#pragma once

#include "variants/kit/stepped_runner.h"

namespace retime {

class host_run {
 public:
  struct plan {
    int steps = 0;
    int first = 1;
  };

  explicit host_run(const plan& how) : plan_(how) {}

  int steps() const { return plan_.steps; }
  static void synchronize(device::stream&) {}
  template <class Advance>
  void run(device::stream&, Advance advance) const {
    advance(plan_.first, plan_.steps);
  }

 private:
  plan plan_;
};

template <class Answer, class Walk>
using host_runner = stepped_runner<Answer, Walk, host_run>;

}  // namespace retime
