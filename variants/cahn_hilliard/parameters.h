// From the family's axes to a problem.
#pragma once

#include "kernels/cahn_hilliard/problem.h"
#include "variants/axis.h"

namespace cahn_hilliard {

settings settings_of(const retime::point& point);
/// Throws retime::bad_input as check() does.
problem make_problem(const retime::point& point);

}  // namespace cahn_hilliard
