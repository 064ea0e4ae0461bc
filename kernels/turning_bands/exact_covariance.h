// The covariance of a field over all random numbers of its lines, given their directions.
#pragma once

#include <vector>

#include "kernels/turning_bands/problem.h"

namespace turning_bands {

class exact_covariance {
 public:
  explicit exact_covariance(const problem&);

  /// That of two points is (1/N) sum over lines of C_1D at the distance of the samples that they
  /// read.
  double between(const position& p, const position& q, int field) const;
  /// That of points so far apart, anywhere on the mesh, has C_1D linear between samples, as the
  /// samples read are at either of two distances.
  double at(const position& apart, int field) const;
  /// That of points `r` cells apart, with lines in all directions, is the mean of C_1D from 0 to r.
  double isotropic(double r) const;
  /// What so few lines leave of their bands: the largest |at() - isotropic()| at these distances,
  /// along 300 directions evenly over half of the sphere, over the variance.
  double largest_banding(const std::vector<double>& distances, int field) const;

 private:
  double along_line(double samples) const;

  const problem& problem_;
  std::vector<double> of_line_;   ///< C_1D at distances of 0, 1, ... samples
  std::vector<double> integral_;  ///< of C_1D, from 0, by the trapezoidal rule
};

}  // namespace turning_bands
