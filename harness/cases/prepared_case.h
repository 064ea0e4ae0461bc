// What the phases of a case hand on to each other.
#pragma once

#include <memory>

#include "harness/record/record.h"

namespace retime::cases {

/// A case after its first verification. `runner` is empty if the record already tells the outcome.
struct prepared_case {
  benchmark_case benchmark;
  recorded_case result;
  std::unique_ptr<erased_runner> runner;
  erased problem, expected;
  double first_run_ns = 0;  ///< by the host's clock
  int runs = 1;             ///< that were timed as one
};

}  // namespace retime::cases
