#include "harness/text/three_digits.h"

#include <fmt/format.h>

#include <cmath>

namespace retime {

std::string three_digits(double value) {
  if (value < 999.5 || value >= 999'500) return fmt::format("{:.3g}", value);
  const double step = std::pow(10, std::floor(std::log10(value)) - 2);
  return fmt::format("{:.0f}", std::round(value / step) * step);
}

}  // namespace retime
