// What became of a case, in words.
#pragma once

#include <string>

#include "harness/record/recorded_run.h"

namespace retime::exports {

/// "correct", or the status with its reason, or why a correct case has no time.
std::string outcome_of(const recorded_case& record);

}  // namespace retime::exports
