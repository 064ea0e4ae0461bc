// `audit --across`: the verdicts that this machine gives across fresh processes.
#pragma once

#include <nlohmann/json.hpp>

#include "harness/gate/audit/across.h"

namespace retime::gate {

/// Measures so many rounds, or as many as there are until Ctrl-C, with the progress on stderr, and
/// prints each design's table. Gives what is its own in --json.
nlohmann::json audit_across(across_plan plan, int rounds, const compare_options& how);

}  // namespace retime::gate
