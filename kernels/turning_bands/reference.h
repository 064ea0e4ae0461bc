// The plain loop that every variant must equal.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/turning_bands/problem.h"

namespace turning_bands {

/// The points at which a field is compared: all of them, or of a large field a seeded sample with
/// both ends, so that the loop takes 2^31 point-lines at most.
std::vector<std::int64_t> checked_points(const problem&);

/// Alg. 1: the values of all fields at the checked points, one field after the other.
field reference(const problem&);

}  // namespace turning_bands
