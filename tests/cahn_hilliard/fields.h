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
  return {.n = n, .steps = steps, .double_precision = true};
}

/// By how much a run changes the mean of phi.
inline double mean_drift(const settings& s) {
  const auto problem = make_problem(s);
  return std::abs(mean_of(s, reference(problem)) - mean_of(s, problem.start));
}

/// The largest |difference| of two fields of that precision.
template <class Real>
double largest_difference(const field& phi, const field& other) {
  const auto &values = std::get<std::vector<Real>>(phi),
             &others = std::get<std::vector<Real>>(other);
  double largest = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    largest = std::max(largest,
                       std::abs(static_cast<double>(values[i]) - static_cast<double>(others[i])));
  return largest;
}

}  // namespace cahn_hilliard
