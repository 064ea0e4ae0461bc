// The covariance of a Gaussian process over configurations.
#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <span>
#include <vector>

#include "harness/spaces/space.h"
#include "harness/tune/model/neighbours_view.h"

namespace retime::tune {

/// Where a configuration stands along every parameter of more than one value: an ordered value's
/// rank, 0 to 1; an unordered one's code. Then, if there are neighbours, how it stands there.
class coordinates {
 public:
  coordinates(const tuning_space& over, const neighbours_view* elsewhere);
  std::size_t dimensions() const { return axes_.size(); }
  bool with_standing() const { return elsewhere_ != nullptr; }
  std::size_t count() const { return dimensions() + with_standing(); }
  void write(configuration index, float* to) const;

 private:
  const tuning_space& space_;
  const neighbours_view* elsewhere_;
  struct axis {
    std::size_t index;
    float step;  // between neighbouring values
  };
  std::vector<axis> axes_;
};

/// exp(-sum over the parameters of rate x distance), the exponential kernel with a rate a parameter
/// (C. E. Rasmussen, C. K. I. Williams, Gaussian Processes for Machine Learning, 2006, sections
/// 4.2.1 and 5.1). Unequal values of an unordered parameter are 1 apart. With neighbours, plus
/// trend x the product of the two standings: a line along the standing, of a slope to be learnt
/// (section 2.7), so that neighbours matter as far as they agree with what is measured.
struct kernel {
  std::vector<float> rates;
  float trend;   ///< variance of the slope along the standing; 0 without neighbours
  double noise;  ///< variance of what the parameters do not explain

  explicit kernel(const coordinates& over);
  float variance(const float* a) const {
    const float standing = trend > 0 ? a[rates.size()] : 0;
    return 1 + trend * standing * standing;
  }
  float operator()(const float* a, const float* b) const {
    const auto n = rates.size();
    float sum = 0;
    for (std::size_t d = 0; d < n; ++d) sum += rates[d] * std::min(std::abs(a[d] - b[d]), 1.0f);
    return std::exp(-sum) + (trend > 0 ? trend * a[n] * b[n] : 0.0f);
  }
};

/// Lower Cholesky factor of the kernel's covariance matrix, row by row. Grows by a point.
class cholesky {
 public:
  std::size_t size() const { return rows_.size(); }
  std::span<const double> row(std::size_t k) const { return rows_[k]; }
  /// `covariance` of the new point with those before it, and its own variance as the last.
  void append(std::vector<double> covariance);
  /// Solves L x = b for its k-th unknown, the ones before it being known.
  double solve(std::size_t k, double b, std::span<const double> before) const;

 private:
  std::vector<std::vector<double>> rows_;
};

/// Improves the kernel by the likelihood of `values`, standardised, at `points`, one number after
/// the other, each change kept if it is better.
void fit(kernel& covariance, std::span<const float> points, std::span<const double> values,
         std::mt19937_64& random);

}  // namespace retime::tune
