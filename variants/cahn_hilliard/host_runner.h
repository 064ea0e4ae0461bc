// What the CPU variants share: both differ in the style of a pass alone.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "kernels/cahn_hilliard/host_pass.h"
#include "variants/cahn_hilliard/field_walk.h"
#include "variants/kit/host_runner.h"
#include "variants/kit/with_real.h"

namespace cahn_hilliard {

template <class Real>
class host_fields {
 public:
  host_fields(const problem& problem, int count, host_style style)
      : problem_(problem),
        style_(style),
        fields_(count, std::vector<Real>(problem.cells())),
        low_(problem.conserving ? problem.cells() : 0) {}

  void reset() {
    for (auto& cells : fields_) std::ranges::fill(cells, std::numeric_limits<Real>::quiet_NaN());
    fields_[0] = std::get<std::vector<Real>>(problem_.start);
    std::ranges::fill(low_, Real{0});
  }
  void pass(device::stream&, double fraction, int in, int base, int out) {
    const bool conserving = problem_.conserving && fraction == 1;
    host_pass(problem_, style_, coefficients_of<Real>(problem_, fraction), fields_[in].data(),
              fields_[base].data(),
              pass_output<Real>{fields_[out].data(), conserving ? low_.data() : nullptr});
  }
  void copy(device::stream&, int source, int target) {
    const Real* in = fields_[source].data();
    Real* out = fields_[target].data();
    const auto size = static_cast<std::ptrdiff_t>(fields_[source].size());
#pragma omp parallel for simd if (parallel \
                                  : style_ == host_style::parallel && problem_.worth_sharing())
    for (std::ptrdiff_t i = 0; i < size; ++i) out[i] = in[i];
  }
  field read(int place) const { return fields_[place]; }

 private:
  const problem& problem_;
  host_style style_;
  std::vector<std::vector<Real>> fields_;
  std::vector<Real> low_;
};

inline runner prepare_on_host(const problem& problem, const retime::point& tuning,
                              host_style style) {
  return retime::with_real(problem.double_precision, [&]<class Real>() -> runner {
    using walk = field_walk<host_fields<Real>>;
    return std::make_unique<retime::host_runner<field, walk>>(
        retime::host_run::plan{static_cast<int>(problem.steps)}, traced(problem), problem,
        copies(tuning), style);
  });
}

}  // namespace cahn_hilliard
