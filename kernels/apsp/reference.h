// The plain loop that every variant must equal.
#pragma once

#include "kernels/apsp/problem.h"

namespace apsp {

/// Breadth-first search from every source of the problem, on all cores (the rows are independent).
distances reference(const problem& given);

}  // namespace apsp
