// `audit --across`: the verdicts that this machine gives across fresh processes.
#pragma once

#include <nlohmann/json.hpp>

#include "harness/audit/across.h"

namespace retime {

/// Measures so many rounds, or as many as there are until Ctrl-C, with the progress on stderr, and
/// prints each design's table. Gives what is its own in --json.
nlohmann::json audit_across(compare::across_plan plan, int rounds,
                            const compare::compare_options& how);

}  // namespace retime
