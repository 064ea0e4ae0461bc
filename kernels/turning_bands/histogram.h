// How often a field takes which value, beside a Gaussian.
#pragma once

#include <span>
#include <vector>

#include "kernels/turning_bands/moments.h"

namespace turning_bands {

struct histogram {
  std::vector<double> centre{};   ///< of each bin, in standard deviations from the mean
  std::vector<double> density{};  ///< per standard deviation; its integral is 1
  /// The largest |density - that of a Gaussian| over the bins.
  double largest_difference = 0;
};

/// `bins` equal bins over mean +- 5 standard deviations. Values beyond are counted in the outermost
/// bins, whose Gaussian densities hold the tails too. Where all values are equal, they are at 0.
template <class Real>
histogram histogram_of(std::span<const Real> values, const moments&, int bins);

}  // namespace turning_bands
