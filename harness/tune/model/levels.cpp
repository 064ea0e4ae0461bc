#include "harness/tune/model/levels.h"

#include <cmath>

namespace retime::tune {

levels::levels(double first) : unit_(first == 0 ? 1 : 1e-3 * std::abs(first)) {}

float levels::operator()(double value) const {
  return static_cast<float>(std::asinh(value / unit_));
}

}  // namespace retime::tune
