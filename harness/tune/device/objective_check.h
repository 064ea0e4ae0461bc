// Whether records hold what a search is to find the best of, before anything of it is written.
#pragma once

#include <span>

#include "harness/spaces/tuning_problem.h"
#include "harness/tune/device/evaluator.h"
#include "harness/tune/device/objective.h"

namespace retime::tune {

/// Runs one configuration of each variant, unless the objective is a time. Throws bad_input that
/// names what its record holds in that part where the objective is not among it. A configuration
/// that does not run correctly says nothing.
void require_recorded(const objective& goal, evaluator& device,
                      std::span<const tuning_problem> problems);

}  // namespace retime::tune
