// Numbers, durations and points in time as people read them.
#pragma once

#include <ctime>
#include <string>

namespace retime {

/// 0.515, 7.21, 1890, 12300: three significant digits, with an exponent below 1e-4 and from a
/// million on alone.
std::string three_digits(double value);

/// Always four digits, with the unit that suits: "12.35 us".
std::string duration_text(double time_ns);

/// A time to wait for: "40 s", "31 min", "3.5 h".
std::string rough_time_text(double time_s);

/// The time in UTC, as strftime() writes it in this form; records have "2026-11-28T09:30:00Z".
std::string utc_text(std::time_t instant = std::time(nullptr),
                     const char* form = "%Y-%m-%dT%H:%M:%SZ");

}  // namespace retime
