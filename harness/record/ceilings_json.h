// The measured ceilings and floors of the GPU, as header.json stores them.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace retime {

/// Null in emulation, which has none. Measures them on the first call.
nlohmann::json ceilings_json();

}  // namespace retime
