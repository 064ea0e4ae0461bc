// Fields on all cores of the host.
#pragma once

#include <vector>

#include "kernels/turning_bands/problem.h"

namespace turning_bands {

class host_projection {
 public:
  /// Makes the lines if only the projection is to be timed.
  explicit host_projection(const problem&);
  /// A run of neighbouring points at a time, to which every line adds in turn: it stays in the
  /// cache.
  field run() const;

 private:
  template <class Real>
  std::vector<Real> values() const;

  const problem& given_;
  std::vector<std::vector<double>> lines_;  ///< of each field; empty: made in run()
};

}  // namespace turning_bands
