// Sessions within this process: a case as it is, as it is once more, and made slower in known ways,
// interleaved block by block by the engine that times everything else.
#pragma once

#include <vector>

#include "harness/cases/case_runner.h"
#include "harness/gate/audit/rounds.h"

namespace retime::gate {

struct within_plan {
  std::vector<cases::lengthening> sides;  ///< that BASE is compared with
  int sessions = 20;
  double budget_s = 0.5;  ///< sampling time of one side of a session
  std::uint64_t seed = 1;
};

/// Prepares and verifies the case, then times its sides in each session, which is a round.
measured_case measure_within(cases::case_runner& runner, const benchmark_case& audited,
                             const within_plan& plan);

}  // namespace retime::gate
