// Settings and fields for the tests of this family.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "kernels/cahn_hilliard/observables.h"
#include "kernels/cahn_hilliard/problem.h"
#include "kernels/cahn_hilliard/reference.h"

namespace cahn_hilliard {

inline const std::vector<double>& doubles(const field& phi) {
  return std::get<std::vector<double>>(phi);
}

inline settings double_precision(int n, std::int64_t steps) {
  settings s;
  s.n = n;
  s.steps = steps;
  s.double_precision = true;
  return s;
}

}  // namespace cahn_hilliard
