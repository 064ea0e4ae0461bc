#include "harness/cases/repeated_runner.h"

#include <algorithm>
#include <cmath>

namespace retime::cases {

int runs_to_lengthen(std::span<const double> slowdowns) {
  int base = 1;
  const auto comes_near = [&](double slowdown) {
    return slowdown == 0 || std::abs(lengthened(base, slowdown).slowdown() / slowdown - 1) <= 0.02;
  };
  while (!std::ranges::all_of(slowdowns, comes_near)) ++base;
  return base;
}

lengthening lengthened(int base, double slowdown) {
  return {.base = base, .longer = base + static_cast<int>(std::lround(base * slowdown))};
}

lengthening lengthening_by(double slowdown) {
  return lengthened(runs_to_lengthen({&slowdown, 1}), slowdown);
}

}  // namespace retime::cases
