// The power spectrum that a field is to have, P(k) with unit cells: white noise of variance 1
// has 1.
#pragma once

#include <cmath>
#include <vector>

#include "kernels/turning_bands/line_model.h"
#include "kernels/turning_bands/mesh.h"

namespace turning_bands {

/// ln P on a grid that is even in ln k. Host and device share its reading; constexpr, so that nvcc
/// lets a kernel call it. Between the grid's points ln P is linear, so a power law is exact.
template <class Values>
struct log_spectrum {
  double first = 0, step = 1;  ///< ln k of the grid
  double at_zero = 0;          ///< P(0), that of a field whose mean is not 0 for sure
  Values values;

  constexpr double power(double k) const {
    if (k <= 0) return at_zero;
    const double last = static_cast<double>(values.size()) - 1;
    const double number = std::fmin(std::fmax((std::log(k) - first) / step, 0.0), last - 1e-9);
    const auto below = static_cast<std::size_t>(number);
    const double low = values[below], high = values[below + 1];
    return std::exp(low + (high - low) * (number - static_cast<double>(below)));
  }
};
using target_spectrum = log_spectrum<std::vector<double>>;
inline constexpr int target_spectrum_points = 4096;

/// On k from `lowest` to `highest`, in radians a cell. By S_1D = 2 pi k^2 S_3D (Sect. 3, where 4 pi
/// / 6 is printed) lines of power density S_1D give P(k) = 4 pi^2 S_1D / k^2, white ones 2 pi /
/// k^2; a covariance has 4 pi times the integral of C(r) r sin(kr) / k.
target_spectrum spectrum_of(const target& target, const line_model& lines, double lowest,
                            double highest);

/// On a mesh that is one cell thick in `thin` (1 or 2) of its axes: the integral of P over their
/// wave numbers, each over 2 pi, to the end of the grid. For k to `highest`; 0 beyond the grid.
target_spectrum slice_of(const target_spectrum& whole, int thin, double highest);

/// That of a field on a mesh, to the corner of the mesh's wave numbers: where the mesh is one cell
/// thick, the slice's.
target_spectrum spectrum_on(const extents& mesh, const target& target, const line_model& lines);

}  // namespace turning_bands
