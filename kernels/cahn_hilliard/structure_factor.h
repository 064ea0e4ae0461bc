// The length scale of a pattern, from its structure factor.
#pragma once

#include "kernels/cahn_hilliard/problem.h"

namespace cahn_hilliard {

/// 2 pi/<k>, in cells; see summary::length_scale.
double length_scale(const settings&, const field&);

}  // namespace cahn_hilliard
