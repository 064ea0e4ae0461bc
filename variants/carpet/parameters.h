// From the family's axes to the input that they ask for.
#pragma once

#include "kernels/carpet/problem.h"
#include "variants/axis.h"

namespace carpet {

/// The built-in set of `occupancy`, or the file that `generators` names. Throws retime::bad_input.
generator_set generators_of(const retime::point& workload);

/// Throws retime::bad_input as generators_of().
parameters parameters_of(const retime::point& workload);

}  // namespace carpet
