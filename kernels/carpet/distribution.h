// What a scientist wants from a run: numbers and pictures made from the final distribution.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "kernels/carpet/problem.h"

namespace carpet {

/// Sum of p; 1 but for rounding, whatever the carpet. The order of addition is fixed, so the bits
/// are too.
double total_probability(const problem& of, const distribution& at);

/// <r^2> = sum of p (x^2 + y^2), x and y counted from the start.
double mean_square_displacement(const problem& of, const distribution& at);

/// The same of a walk of fewer steps, whose distribution is given site by site: p(x, y, index).
template <class Probability>
double mean_square_displacement(const problem& of, int radius, Probability p);

/// What is followed along a walk, by name: <r^2> after `steps` steps; p as above.
template <class Probability>
std::map<std::string, double> observed_at(const problem& of, int steps, Probability p) {
  return {{"mean_square_displacement", mean_square_displacement(of, steps, p)}};
}

/// max |a - b| / max b over all sites; NaN if any p is.
double greatest_difference(const distribution& a, const distribution& b);

/// The surface as 1 (accessible) and 0, row-major, side x side.
std::vector<double> picture_of_carpet(const problem& of);
/// The distribution on the surface, row-major, side x side; 0 where the walker cannot be.
std::vector<double> picture_of_distribution(const problem& of, const distribution& at);

// ---- implementation ----

template <class Probability>
double mean_square_displacement(const problem& of, int radius, Probability p) {
  const int first = std::max(of.reach.y_min, -radius), last = std::min(of.reach.y_max, radius);
  std::vector<double> of_row(last - first + 1);
#pragma omp parallel for schedule(dynamic, 16) if (of.sites() > parallel_from)
  for (int y = first; y <= last; ++y) {
    double sum = 0;
    of.for_each_site(y, radius, [&](int x, std::int64_t index) {
      sum += p(x, y, index) * (double{1} * x * x + double{1} * y * y);
    });
    of_row[y - first] = sum;
  }
  double total = 0;
  for (const double sum : of_row) total += sum;
  return total;
}

}  // namespace carpet
