// Timing by the host's clock: for CPU variants, whose run() returns when the work is done.
#pragma once

#include <functional>

#include "harness/measure/sampler.h"

namespace retime {

/// The smallest step that the host's steady clock shows, found once.
double host_clock_quantum_ns();

/// Warms `run` up and groups so many runs into a sample that the clock's step is below a thousandth
/// of it.
sampling_setup set_up_on_host(std::function<void()> run, const measure_options& options);

/// Time of one call.
double host_time_ns(const std::function<void()>& run);

}  // namespace retime
