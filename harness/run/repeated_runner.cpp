#include "harness/run/repeated_runner.h"

#include <cmath>

namespace retime {

lengthening lengthening_by(double slowdown) {
  if (slowdown == 0) return {};
  lengthening found{.base = 0};
  do {
    ++found.base;
    found.longer = found.base + static_cast<int>(std::lround(found.base * slowdown));
  } while (std::abs(found.slowdown() / slowdown - 1) > 0.02);
  return found;
}

}  // namespace retime
