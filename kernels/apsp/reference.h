// The plain loop that every variant must equal.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/apsp/problem.h"

namespace apsp {

/// Breadth-first search from one source.
std::vector<std::int32_t> reference_row(const graph& network, vertex source);

/// From every source of the problem, on all cores (the rows are independent).
distances reference(const problem& given);

}  // namespace apsp
