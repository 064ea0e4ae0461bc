// From the family's axes to the settings of a run.
#pragma once

#include "kernels/cahn_hilliard/problem.h"
#include "variants/axis.h"

namespace cahn_hilliard {

settings parameters_of(const retime::point& workload);

}  // namespace cahn_hilliard
