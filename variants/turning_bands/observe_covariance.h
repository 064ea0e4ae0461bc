// The covariance of fields over distance, beside what it should be.
#pragma once

#include <span>
#include <vector>

#include "kernels/turning_bands/field_errors.h"
#include "kernels/turning_bands/functions.h"

namespace turning_bands {

/// At each distance, in cells, means over all fields.
struct observed_covariance {
  std::vector<double> distance{};
  std::vector<double> value{};
  std::vector<double> exact{};  ///< over all random numbers, given the directions of a few fields
  std::vector<double> error{};  ///< standard error of `value`; beyond the first distances a bound
};

/// `values`: [fields][points]. `wanted`: the covariance that the fields are to have.
template <class Real>
observed_covariance observe_covariance(const problem&, std::span<const Real> values,
                                       const exact_covariance&, const curve& wanted,
                                       const field_errors&);

}  // namespace turning_bands
