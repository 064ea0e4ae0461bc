// The unit of the autotuners' formats.
#pragma once

#include <optional>

namespace retime::exports {

inline double in_ms(double time_ns) { return time_ns / 1e6; }
/// 0 where the phase did not happen.
inline double in_ms(const std::optional<double>& time_ns) { return in_ms(time_ns.value_or(0)); }

}  // namespace retime::exports
