// Runs the iterator program on the host.
#pragma once

#include <memory>

#include "kernels/carpet/iterator_walk.h"
#include "variants/kit/host_runner.h"
#include "variants/kit/with_real.h"

namespace carpet {

inline std::unique_ptr<retime::runner<distribution>> prepare_on_host(const problem& problem,
                                                                     int threads) {
  using runner = std::unique_ptr<retime::runner<distribution>>;
  return retime::with_real(problem.in_double, [&]<class Real>() -> runner {
    return std::make_unique<retime::host_runner<distribution, iterator_walk<Real>>>(
        retime::host_run::plan{.steps = problem.steps, .first = problem.first_step},
        retime::trace_plan{retime::log_spaced(1, problem.steps)}, problem, threads);
  });
}

}  // namespace carpet
