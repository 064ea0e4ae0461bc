// The plain loop that every variant must equal.
#pragma once

#include "kernels/apsp/problem.h"

namespace apsp {

/// Breadth-first search from every source of the problem, on all cores (the rows are independent).
distances reference(const problem& problem);

/// Whether the reference's own loop would take minutes, so that it takes bfs_bit_parallel() for the
/// histogram, which is held to the loop wherever that is quick enough.
bool is_checked_by_bits(const problem& problem);

}  // namespace apsp
