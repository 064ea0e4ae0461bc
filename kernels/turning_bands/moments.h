// The moments of a field, and how far chance alone takes them from a Gaussian field's.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>

#include "kernels/turning_bands/mesh.h"

namespace turning_bands {

/// About the mean of the values themselves, divided by their number. Skewness and kurtosis (0 for a
/// Gaussian) are in units of the standard deviation; 0 where all values are equal.
struct moments {
  double mean = 0, variance = 0, skewness = 0, kurtosis = 0;
};

/// Of at least one value, float or double; sums run in double.
template <class Real>
moments moments_of(std::span<const Real> values);

/// K_m, m = 1, 2, 3, 4, in cells: the sum over all displacements h between cells of the mesh of
///   rho(|h|)^m (1 - |h_x|/n_x) (1 - |h_y|/n_y) (1 - |h_z|/n_z).
/// A field with the correlation rho, 1 at distance 0, says as much about its m-th Hermite moment as
/// cells / K_m independent values. The sum is exact up to 2^22 displacements of three signs; of
/// more, those far away are taken in groups, over which rho has to be smooth. rho is called by
/// several threads. Never below 0.
std::array<double, 4> correlated_volumes(const std::function<double(double)>& rho, const extents&);

/// Standard errors of `moments`.
struct moment_errors {
  double mean = 0, variance = 0, skewness = 0, kurtosis = 0;
};

/// Of a Gaussian field of this variance at `points` points, one a cell, to first order in
/// volumes / points: the square roots of variance K_1 / N, 2 variance^2 K_2 / N, 6 K_3 / N and
/// 24 K_4 / N.
moment_errors errors_of_moments(double variance, std::int64_t points,
                                const std::array<double, 4>& volumes);

}  // namespace turning_bands
