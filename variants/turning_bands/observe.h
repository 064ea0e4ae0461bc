// What a scientist reads off a field.
#pragma once

#include "kernels/turning_bands/problem.h"
#include "variants/runner.h"

namespace turning_bands {

/// Moments with standard errors, histogram, spectrum (of a regular mesh) and covariance, each
/// beside what it should be; kernels/turning_bands/README.md lists them. Means over all fields.
retime::observables observe(const problem&, const field&);

}  // namespace turning_bands
