#include "kernels/turning_bands/exact_covariance.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace turning_bands {

exact_covariance::exact_covariance(const problem& problem)
    : problem_(problem), of_line_(problem.model.line_covariance()), integral_{0} {
  for (std::size_t i = 1; i < of_line_.size(); ++i)
    integral_.push_back(integral_.back() + (of_line_[i - 1] + of_line_[i]) / 2);
}

double exact_covariance::along_line(double samples) const {
  const double last = static_cast<double>(of_line_.size()) - 1;
  const double sample = std::min(std::abs(samples), last);
  const auto below = static_cast<std::size_t>(std::min(sample, last - 1));
  const double part = sample - static_cast<double>(below);
  return of_line_[below] + part * (of_line_[below + 1] - of_line_[below]);
}

double exact_covariance::between(const position& p, const position& q, int field) const {
  const bands<double> all = bands_of<double>(problem_);
  double sum = 0;
  for (const position& u : problem_.directions_of(field)) {
    const direction<double> line{u.x, u.y, u.z, 0};
    const int apart = sample_at(p.x, p.y, p.z, line, all) - sample_at(q.x, q.y, q.z, line, all);
    sum += of_line_.at(std::abs(apart));
  }
  return sum / problem_.lines;
}

double exact_covariance::at(const position& apart, int field) const {
  double sum = 0;
  for (const position& u : problem_.directions_of(field))
    sum += along_line((apart.x * u.x + apart.y * u.y + apart.z * u.z) * problem_.target.resolution);
  return sum / problem_.lines;
}

double exact_covariance::isotropic(double r) const {
  const double samples = r * problem_.target.resolution * problem_.model.compression;
  if (samples <= 0) return of_line_.front();
  const double sample = std::min(samples, static_cast<double>(of_line_.size()) - 1);
  const auto below = static_cast<std::size_t>(sample);
  const double part = sample - static_cast<double>(below);
  const double rest = part * (of_line_[below] + along_line(sample)) / 2;
  return (integral_[below] + rest) / samples;
}

double exact_covariance::largest_banding(const std::vector<double>& distances, int field) const {
  constexpr int directions = 300;
  const double golden = std::numbers::pi * (3 - std::sqrt(5.0));  // of a spiral
  double largest = 0;
#pragma omp parallel for reduction(max : largest)
  for (int i = 0; i < directions; ++i) {
    const double z = (i + 0.5) / directions, radius = std::sqrt(1 - z * z);
    const double x = radius * std::cos(golden * i), y = radius * std::sin(golden * i);
    for (const double r : distances)
      largest = std::max(largest, std::abs(at({r * x, r * y, r * z}, field) - isotropic(r)));
  }
  return largest / isotropic(0);
}

}  // namespace turning_bands
