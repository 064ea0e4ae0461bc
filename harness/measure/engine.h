// The loop that samples prepared cases until they are known well enough. Knows no device.
#pragma once

#include "harness/measure/sampler.h"

namespace retime {

/// Samples one case until options.precision or options.budget_s is reached.
measurement sample(sampling_setup& target, const measure_options& options);

/// The same for several cases in rounds; see measure_interleaved().
std::vector<measurement> sample_interleaved(std::span<sampling_setup> targets,
                                            const measure_options& options);

}  // namespace retime
