// Points in time as texts.
#pragma once

#include <ctime>
#include <string>

namespace retime {

/// In UTC, as strftime() writes it in this form; records have "2026-11-28T09:30:00Z".
std::string utc_text(std::time_t when = std::time(nullptr),
                     const char* form = "%Y-%m-%dT%H:%M:%SZ");

}  // namespace retime
