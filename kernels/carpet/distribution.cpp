#include "kernels/carpet/distribution.h"

#include <algorithm>
#include <cmath>

namespace carpet {
namespace {

/// The largest difference(a, b) of a site, NaN if any is.
template <class Difference>
double largest(const distribution& a, const distribution& b, Difference difference) {
  double greatest = 0;
  bool ordered = a.p.size() == b.p.size();
  const auto sites = static_cast<std::int64_t>(std::min(a.p.size(), b.p.size()));
#pragma omp parallel for reduction(max : greatest) reduction(&& : ordered) if (sites > parallel_from)
  for (std::int64_t i = 0; i < sites; ++i) {
    const double away = difference(a.p[i], b.p[i]);
    ordered = ordered && away >= 0;  // false for NaN, which max would lose
    greatest = std::max(greatest, away);
  }
  return ordered ? greatest : std::nan("");
}

}  // namespace

double total_probability(const problem& problem, const distribution& distribution) {
  return sum_over_sites(problem, problem.steps,
                        [&](int, int, std::int64_t index) { return distribution.p[index]; });
}

double mean_square_displacement(const problem& problem, const distribution& distribution) {
  const auto p = [&](int, int, std::int64_t index) { return distribution.p[index]; };
  return observed_at(problem, problem.steps, p).at("mean_square_displacement");
}

double greatest_difference(const distribution& a, const distribution& b) {
  const auto value = [](double, double p) { return std::abs(p); };
  return largest(a, b, [](double p, double q) { return std::abs(p - q); }) / largest(b, b, value);
}

double greatest_difference_of_a_site(const distribution& a, const distribution& b) {
  return largest(a, b, [](double p, double q) { return p == q ? 0 : std::abs(p - q) / q; });
}

std::vector<double> picture_of_carpet(const problem& problem) {
  const std::int64_t side = problem.ground->side();
  const bitmap open = problem.ground->window({0, 0}, {side - 1, side - 1});
  std::vector<double> picture(side * side);
  for (std::int64_t y = 0; y < side; ++y) {
    open.for_each_set(y, 0, side - 1, [&](std::int64_t x) { picture[y * side + x] = 1; });
  }
  return picture;
}

std::vector<double> picture_of_distribution(const problem& problem,
                                            const distribution& distribution) {
  const std::int64_t side = problem.ground->side();
  std::vector<double> picture(side * side);
  problem.for_each_site_at_once(problem.steps, [&](int x, int y, std::int64_t index) {
    picture[(problem.start.y + y) * side + problem.start.x + x] = distribution.p[index];
  });
  return picture;
}

}  // namespace carpet
