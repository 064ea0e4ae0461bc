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

/// The field after the run, from a start that to(x, y) gives in terms of the settings' own start.
template <class Start>
std::vector<double> run_from(const settings& s, Start to) {
  problem p = make_problem(s);
  auto& start = std::get<std::vector<double>>(p.start);
  const std::vector<double> original = start;
  for (int y = 0; y < s.n; ++y) {
    for (int x = 0; x < s.n; ++x) {
      start[static_cast<std::size_t>(y) * s.n + x] = to(
          [&](int fx, int fy) { return original[static_cast<std::size_t>(fy) * s.n + fx]; }, x, y);
    }
  }
  return doubles(reference(p));
}

}  // namespace cahn_hilliard
