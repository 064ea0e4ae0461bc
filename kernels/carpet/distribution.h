// What a scientist wants from a run: numbers and pictures made from the final distribution.
#pragma once

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "kernels/carpet/problem.h"
#include "kernels/support/zeros.h"

namespace carpet {

/// The sum of term(x, y, index in distribution::p) over the sites with |x|+|y| <= radius. The order
/// of addition is fixed, so the bits are too.
template <class Term>
double sum_over_sites(const problem& problem, int radius, Term term) {
  const int first = std::max(problem.reach.y_min, -radius);
  const int last = std::min(problem.reach.y_max, radius);
  std::vector<double> row_sums(last - first + 1);
#pragma omp parallel for schedule(dynamic, 16) if (problem.sites() > parallel_from)
  for (int y = first; y <= last; ++y) {
    double sum = 0;
    problem.for_each_site(y, radius, [&](int x, std::int64_t index) { sum += term(x, y, index); });
    row_sums[y - first] = sum;
  }
  return std::accumulate(row_sums.begin(), row_sums.end(), 0.0);
}

/// 1 but for rounding, whatever the carpet.
double total_probability(const problem& problem, const distribution& distribution);

/// <r^2> = sum of p (x^2 + y^2), x and y counted from the start.
double mean_square_displacement(const problem& problem, const distribution& distribution);

/// What is followed along a walk, by name: <r^2> after `steps` steps, of p(x, y, index).
template <class Probability>
std::map<std::string, double> observed_at(const problem& problem, int steps, Probability p) {
  const auto term = [&](int x, int y, std::int64_t index) {
    return p(x, y, index) * (static_cast<double>(x) * x + static_cast<double>(y) * y);
  };
  return {{"mean_square_displacement", sum_over_sites(problem, steps, term)}};
}

/// The distribution of p(x, y).
template <class Probability>
distribution gathered(const problem& problem, Probability p) {
  distribution result{retime::zeros<double>(problem.sites())};
  problem.for_each_site_at_once(
      problem.steps, [&](int x, int y, std::int64_t index) { result.p[index] = p(x, y); });
  return result;
}

/// max |a - b| / max b over all sites; NaN if any p is.
double greatest_difference(const distribution& a, const distribution& b);

/// max |a - b| / b of a site, infinite where b alone is 0; NaN if any p is.
double greatest_difference_of_a_site(const distribution& a, const distribution& b);

/// The surface as 1 (accessible) and 0, row-major, side x side.
std::vector<double> picture_of_carpet(const problem& problem);
/// The distribution on the surface, row-major, side x side; 0 where the walker cannot be.
std::vector<double> picture_of_distribution(const problem& problem,
                                            const distribution& distribution);

}  // namespace carpet
