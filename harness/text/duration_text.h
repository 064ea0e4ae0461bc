// Durations as people read them.
#pragma once

#include <string>

namespace retime {

/// Always four digits, with the unit that suits: "12.35 us".
std::string duration_text(double time_ns);

/// A time to wait for: "40 s", "31 min", "3.5 h".
std::string rough_time_text(double time_s);

}  // namespace retime
