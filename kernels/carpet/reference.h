// The specification of the carpet family: Eq. (1) and (2) of Hoffmann 2010 as the plain loop of its
// Sect. III, over tiles.
#pragma once

#include "kernels/carpet/problem.h"

namespace carpet {

/// The distribution after problem::steps steps. From Eq. (2) on it is computed in double precision,
/// whatever the problem's; over the last steps alone in the problem's own, so that a variant is to
/// equal it in every bit. Uses all cores; takes S (2 S^2 + 6 S + 7) / 3 site visits, or about 2 S^2
/// for each of a few last steps, and 17 B of host memory for each site of the reach.
distribution reference(const problem& problem);

}  // namespace carpet
