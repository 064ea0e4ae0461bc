// The covariance of fields over distance, read off their values, beside what it should be.
#pragma once

#include <span>
#include <vector>

#include "kernels/turning_bands/exact_covariance.h"
#include "kernels/turning_bands/functions.h"
#include "kernels/turning_bands/moments.h"

namespace turning_bands {

/// At each distance, in cells, means over all fields. Their mean is known to be 0.
struct observed_covariance {
  std::vector<double> distance{}, value{};
  std::vector<double> exact{};  ///< over all random numbers, given the directions of a few fields
  std::vector<double> pairs{};  ///< of points that the value is a mean over, in each field
};

/// Fields whose directions the exact covariance is averaged over; more make little difference.
int exact_fields(const problem&);

/// Over the pairs of cells of a regular mesh that are a lag apart along an axis: 0 to 16, then
/// about 8 an octave, up to half of the longest edge. Of more than 2^24 cells, pairs that begin in
/// about 2^24 cells: whole rows along z. `values`: [fields][cells].
template <class Real>
observed_covariance covariance_along_axes(const problem&, std::span<const Real> values,
                                          const exact_covariance&);

/// Points that stand for all of them: one drawn from each of as many stretches of equal length, at
/// most 2^14 and no more than have 2^31 pairs over all fields.
std::vector<std::int64_t> covariance_sample(const problem&);

/// Over all pairs of a sample of points in bins of distance: a point with itself, then bins of
/// 1/128 of the longest edge up to its half. The exact covariance is that of about 256 pairs of a
/// bin, drawn with equal chance; what it has over `model`, which the fields are to have, is added
/// to the model at the bin's mean distance.
template <class Real>
observed_covariance covariance_between(const problem&, std::span<const Real> values,
                                       const std::vector<std::int64_t>& sample,
                                       const exact_covariance&, const curve& model);

}  // namespace turning_bands
