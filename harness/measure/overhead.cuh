// What a method of timing adds to a run, measured where it will be used.
#pragma once

#include "harness/measure/queue_sampler.cuh"

namespace retime {

struct overhead_estimate {
  double per_run_ns = 0;
  double error_ns = 0;  ///< half the spread of repeated estimates, per run
};

/// Times spins of 2, 4 and 8 us, sample about, as `method` times a case of one launch: on `queue`,
/// with as many runs a sample, after the same flush. What is left when the spins are extrapolated
/// to none is the method's. `cycles_per_ns` need not be exact: it only chooses the spins. Some 10
/// to 40 ms of device time.
overhead_estimate measure_overhead(device::stream& queue, timing_method method,
                                   std::uint64_t runs_per_sample, probes::l2_flush* flush,
                                   double cycles_per_ns);

}  // namespace retime
