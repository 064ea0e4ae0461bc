// A case as it is sent to the worker and kept in the journal.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "harness/registry/sweep.h"

namespace retime::tune {

nlohmann::json to_json(const axis_value& value);
axis_value value_from(const nlohmann::json& value);  ///< throws bad_input unless number or text
nlohmann::json to_json(const benchmark_case& what);
/// Throws std::runtime_error if this program has no such variant.
benchmark_case case_from(const nlohmann::json& text);

}  // namespace retime::tune
