// How often a field takes which value.
#pragma once

#include <span>
#include <vector>

#include "kernels/turning_bands/moments.h"

namespace turning_bands {

struct histogram {
  std::vector<double> centre{};   ///< of each bin, in standard deviations from the mean
  std::vector<double> density{};  ///< per standard deviation; its integral is 1
};

/// `bins` equal bins over mean +- 5 standard deviations. Values beyond are counted in the outermost
/// bins. Where all values are equal, they are at 0.
template <class Real>
histogram histogram_of(std::span<const Real> values, const moments&, int bins);

}  // namespace turning_bands
