// The device that a flag names.
#pragma once

#include <string>

namespace retime {

/// Measures on it from here on. "auto" or "cuda:N". Throws bad_input where this program has no such
/// device.
void select_device(const std::string& name);

}  // namespace retime
