#include "kernels/turning_bands/field_errors.h"

#include <algorithm>

namespace turning_bands {

field_errors::field_errors(const problem& given, const exact_covariance& exact)
    : variance_(exact.isotropic(0)),
      cells_(static_cast<double>(given.mesh.cells())),
      volumes_(correlated_volumes([&](double r) { return exact.isotropic(r) / variance_; },
                                  given.mesh)) {}

moment_errors field_errors::at(std::int64_t points) const {
  const double density = static_cast<double>(points) / cells_;
  std::array<double, 4> volumes = volumes_;
  for (double& each : volumes) each = std::max(1 - density, 0.0) + density * each;
  return errors_of_moments(variance_, points, volumes);
}

}  // namespace turning_bands
