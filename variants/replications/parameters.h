// From the family's axes to a problem.
#pragma once

#include "kernels/replications/problem.h"
#include "variants/axis.h"

namespace replications {

/// Leaves out the axes of other models. Throws retime::bad_input for what the model refuses.
void resolve(retime::point& workload);

/// Returns the problem that a resolved point names.
problem make_problem(const retime::point& point);

inline constexpr const char* generator_names[]{"taus88", "xorwow", "philox", "mwc64x"};
generator_kind generator_of(const retime::point& point);

}  // namespace replications
