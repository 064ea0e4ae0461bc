// A factor as people read it.
#pragma once

#include <string>

namespace retime {

/// 0.515, 7.21, 1890, 12300: three significant digits, with an exponent below 1e-4 and from a
/// million on alone.
std::string three_digits(double value);

}  // namespace retime
