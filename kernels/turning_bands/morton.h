// An order of points in which neighbours in memory are neighbours in space.
#pragma once

#include <vector>

#include "kernels/turning_bands/bands.h"

namespace turning_bands {

/// The numbers of the points, along Morton's curve through a cube around them. float or double.
template <class Real>
std::vector<unsigned> morton_order(const std::vector<place<Real>>& points);

}  // namespace turning_bands
