// The measured part of a record, as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "harness/measure/measurement.h"

namespace retime {

nlohmann::json statistics_json(const statistics& stats);
nlohmann::json measurement_json(const measurement& timing);

}  // namespace retime
