// What a right walk is.
#pragma once

#include <vector>

#include "kernels/carpet/problem.h"
#include "variants/form.h"

namespace carpet {

/// A walk from one site leaves p below rounding on all but the sites near it: a variant that never
/// updates the others would pass. So it must get the last steps right from a state that is of order
/// one everywhere, too.
std::vector<retime::probe<problem>> probes(const problem&);

retime::verification compare(const problem&, const distribution& got, const distribution& expected);

}  // namespace carpet
