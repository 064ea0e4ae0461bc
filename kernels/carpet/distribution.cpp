#include "kernels/carpet/distribution.h"

#include <algorithm>
#include <cmath>

namespace carpet {

double total_probability(const problem& walk, const distribution& at) {
  return sum_over_sites(walk, walk.steps,
                        [&](int, int, std::int64_t index) { return at.p[index]; });
}

double mean_square_displacement(const problem& walk, const distribution& at) {
  const auto p = [&](int, int, std::int64_t index) { return at.p[index]; };
  return observed_at(walk, walk.steps, p).at("mean_square_displacement");
}

double greatest_difference(const distribution& a, const distribution& b) {
  double difference = 0, greatest = 0;
  bool ordered = a.p.size() == b.p.size();
  const auto sites = static_cast<std::int64_t>(std::min(a.p.size(), b.p.size()));
#pragma omp parallel for reduction(max : difference, greatest) reduction(&& : ordered) if (sites > parallel_from)
  for (std::int64_t i = 0; i < sites; ++i) {
    const double away = std::abs(a.p[i] - b.p[i]);
    ordered = ordered && away >= 0;  // false for NaN, which max would lose
    difference = std::max(difference, away);
    greatest = std::max(greatest, b.p[i]);
  }
  return ordered ? difference / greatest : std::nan("");
}

double greatest_difference_of_a_site(const distribution& a, const distribution& b) {
  double greatest = 0;
  bool ordered = a.p.size() == b.p.size();
  const auto sites = static_cast<std::int64_t>(std::min(a.p.size(), b.p.size()));
#pragma omp parallel for reduction(max : greatest) reduction(&& : ordered) if (sites > parallel_from)
  for (std::int64_t i = 0; i < sites; ++i) {
    if (a.p[i] == b.p[i]) continue;
    const double away = std::abs(a.p[i] - b.p[i]) / b.p[i];
    ordered = ordered && away >= 0;
    greatest = std::max(greatest, away);
  }
  return ordered ? greatest : std::nan("");
}

std::vector<double> picture_of_carpet(const problem& walk) {
  const std::int64_t side = walk.ground->side();
  const bitmap open = walk.ground->window({0, 0}, {side - 1, side - 1});
  std::vector<double> picture(side * side);
  for (std::int64_t y = 0; y < side; ++y) {
    open.for_each_set(y, 0, side - 1, [&](std::int64_t x) { picture[y * side + x] = 1; });
  }
  return picture;
}

std::vector<double> picture_of_distribution(const problem& walk, const distribution& at) {
  const std::int64_t side = walk.ground->side();
  std::vector<double> picture(side * side);
  for (int y = walk.reach.y_min; y <= walk.reach.y_max; ++y) {
    walk.for_each_site(y, walk.steps, [&](int x, std::int64_t index) {
      picture[(walk.start.y + y) * side + walk.start.x + x] = at.p[index];
    });
  }
  return picture;
}

}  // namespace carpet
