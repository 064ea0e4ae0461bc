// A case in a request to a worker.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "harness/registry/sweep.h"

namespace retime {

nlohmann::json to_json(const benchmark_case& what);
/// Throws std::runtime_error if this program has no such variant.
benchmark_case case_from(const nlohmann::json& request);

}  // namespace retime
