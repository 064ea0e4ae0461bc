// A Gaussian process that predicts a value for every candidate.
#pragma once

#include <random>
#include <vector>

#include "harness/tune/model/candidates.h"
#include "harness/tune/model/kernel.h"
#include "harness/tune/model/levels.h"

namespace retime::tune {

/// Regression with a kernel whose rates are fitted now and then; in between, every point is added
/// to what is predicted for all candidates, at a cost of candidates x points.
class gaussian_process {
 public:
  /// With `elsewhere`, neighbours' standings are an input; null: without.
  gaussian_process(const candidates& over, const neighbours_view* elsewhere);

  struct point {
    configuration index;
    float value;
  };
  /// Starts anew from these points: fits the kernel, predicts the candidates as they are now.
  void fit(std::span<const point> points, std::mt19937_64& random);
  void add(const point& measured);
  std::size_t size() const { return factor_.size(); }

  forecast at(std::size_t candidate) const;
  forecast predict(configuration index) const;

 private:
  void append(const point& measured);
  /// Predicts the candidates from the points from this one on.
  void project_from(std::size_t first);
  void project(std::size_t point, std::size_t begin, std::size_t end);
  const float* place(std::size_t k) const { return places_.data() + k * coordinates_.count(); }
  const float* candidate_place(std::size_t k) const {
    return candidate_places_.data() + k * coordinates_.count();
  }
  forecast of(const float* place, float mean, float explained) const;

  const candidates& over_;
  coordinates coordinates_;
  kernel kernel_;
  float offset_ = 0, scale_ = 1;  // of the values
  std::vector<float> places_, candidate_places_;
  cholesky factor_;
  std::vector<double> solved_;  // L^-1 y
  // L^-1 k by point, one a candidate; the means and variances that they sum up to.
  std::vector<std::vector<float>> projections_;
  std::vector<float> means_, explained_;
};

}  // namespace retime::tune
