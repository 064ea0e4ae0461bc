// From axes to the problem's own parameters.
#pragma once

#include "kernels/turning_bands/problem.h"
#include "variants/axis.h"

namespace turning_bands {

/// Sizes that follow from the axes alone: what a case takes is estimated from them.
struct sizes {
  extents mesh;
  double points = 0, lines = 0, fields = 0;
  double length = 0,
         transform = 0;  ///< of a line, and of the largest circle it is cut from, samples
  double real_bytes = 0;
  bool is_regular = true;
};
sizes sizes_of(const retime::point& workload);

/// Fills in `line_length`, and of points from a file `n`. Throws retime::bad_input, one line.
void resolve(retime::point& workload);
problem make_problem(const retime::point& workload);

}  // namespace turning_bands
