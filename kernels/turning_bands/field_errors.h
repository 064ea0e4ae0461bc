// How far chance takes the moments of a problem's fields from what they should be.
#pragma once

#include "kernels/turning_bands/exact_covariance.h"
#include "kernels/turning_bands/moments.h"

namespace turning_bands {

class field_errors {
 public:
  field_errors(const problem&, const exact_covariance&);

  /// Standard errors of one field at so many points anywhere in the mesh.
  moment_errors at(std::int64_t points) const;

 private:
  double variance_, cells_;
  std::array<double, 4> volumes_;  ///< correlated, in cells
};

}  // namespace turning_bands
