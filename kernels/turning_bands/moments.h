// The moments and the histogram of a field, and how far chance alone takes the moments from a
// Gaussian field's.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "kernels/turning_bands/mesh.h"

namespace turning_bands {

/// Mean, and moments about it, divided by the number of values. Skewness and excess kurtosis are in
/// units of the standard deviation; 0 where all values are equal. As standard errors: of each.
struct moments {
  double mean = 0, variance = 0, skewness = 0, kurtosis = 0;
};

/// Takes at least one value, float or double; sums run in double.
template <class Real>
moments moments_of(std::span<const Real> values);

/// The density per standard deviation in `bins` equal bins over mean +- 5 standard deviations; its
/// integral is 1. Values beyond are counted in the outermost bins; where all are equal, they are at
/// 0.
template <class Real>
std::vector<double> histogram_of(std::span<const Real> values, const moments&, int bins);
inline constexpr double histogram_reach = 5;

/// K_m, m = 1, 2, 3, 4, in cells: the sum over all displacements h between cells of the mesh of
///   rho(|h|)^m (1 - |h_x|/n_x) (1 - |h_y|/n_y) (1 - |h_z|/n_z).
/// A field with the correlation rho, 1 at distance 0, says as much about its m-th Hermite moment as
/// cells / K_m independent values. The sum is exact up to 2^22 displacements of three signs; of
/// more, those far away are taken in groups, over which rho has to be smooth. Several threads call
/// rho. Never below 0.
using volumes = std::array<double, 4>;
volumes correlated_volumes(const std::function<double(double)>& rho, const extents&);

/// Standard errors of the moments of a Gaussian field of this variance at `points` points anywhere
/// among `cells` cells, to first order in volumes / points: the square roots of variance K_1 / N,
/// 2 variance^2 K_2 / N, 6 K_3 / N and 24 K_4 / N.
moments errors_of_moments(double variance, std::int64_t points, std::int64_t cells, volumes);

}  // namespace turning_bands
