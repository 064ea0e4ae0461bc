// From the family's axes to a graph and its sources.
#pragma once

#include <string>
#include <vector>

#include "kernels/apsp/problem.h"
#include "variants/axis.h"

namespace retime::apsp_axes {

/// Axes of the family.
std::vector<workload_axis> axes();

/// Drops the axes that a kind of graph does not have, fills in the paper's p and a file's n, and
/// refuses what cannot be made. retime::bad_input: one clear line.
void resolve(point& at);

/// The graph and the sources that a resolved point names.
apsp::problem make(const point& at);

/// How many sources a resolved point has, if `sources` is "all" n of them.
double source_count(const point& at);
/// Arcs that the graph of a resolved point will have, by its axes; 0 for a file.
double expected_arcs(const point& at);

}  // namespace retime::apsp_axes
