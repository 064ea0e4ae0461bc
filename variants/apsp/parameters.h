// From the family's axes to a graph and its sources.
#pragma once

#include "kernels/apsp/problem.h"
#include "variants/axis.h"

namespace apsp {

/// Drops the axes that a kind of graph does not have, fills in the paper's p and a file's n, and
/// refuses what cannot be made. retime::bad_input: one clear line.
void resolve(retime::point& workload);

/// The graph and the sources that a resolved point names.
problem make_problem(const retime::point& point);

/// How many sources a resolved point has, if `sources` is "all" n of them.
double source_count(const retime::point& workload);
/// Arcs that the graph of a resolved point will have, by its axes; 0 for a file.
double expected_arcs(const retime::point& workload);

}  // namespace apsp
