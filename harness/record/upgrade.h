// Axes that were renamed since a run was recorded, by what the variants say they were called. A
// variant that this program lacks keeps its names.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace retime {

/// A record of schema version 1 as the present version has it, as far as this program reads it: the
/// names of its axes, and the key that is made of them. Throws bad_input.
void upgrade_record(nlohmann::json& record);

/// Values by axis, of a variant ("family/variant").
void upgrade_axes(nlohmann::json& values, const std::string& variant);

/// A case's key, which ends with its tuning axes by name, in order.
std::string upgraded_key(const std::string& key);

}  // namespace retime
