// Axes that were renamed since a run was recorded, by what the variants say they were called.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace retime {

/// A record of schema version 1 as the present version has it, as far as this program reads it: the
/// names of its axes, and the key that is made of them. Throws bad_input.
void upgrade_record(nlohmann::json& record);

/// Values by axis, of a variant ("apsp/k1_frontier_copy") that this program may lack.
void upgrade_axes(nlohmann::json& values, const std::string& variant);

}  // namespace retime
