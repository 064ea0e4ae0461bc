// Durations as people read them.
#pragma once

#include <string>

namespace retime {

/// Always four digits, with the unit that suits: "12.35 us".
std::string duration_text(double time_ns);

}  // namespace retime
