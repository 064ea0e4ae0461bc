// From the family's axes to the input that they ask for.
#pragma once

#include "kernels/carpet/problem.h"
#include "variants/axis.h"

namespace carpet {

/// Returns the built-in set of `occupancy`, or that of the file that `generators` names. These
/// three throw retime::bad_input.
generator_set generators_of(const retime::point& point);
parameters parameters_of(const retime::point& point);
problem make_problem(const retime::point& point);

}  // namespace carpet
