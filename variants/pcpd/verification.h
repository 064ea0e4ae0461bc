// When the answer of a Monte Carlo run is right.
#pragma once

#include "kernels/pcpd/problem.h"
#include "variants/registry.h"

namespace pcpd {

/// What a run is held against: the exact densities at t = 1 and 2; nothing for a start from a file.
outcome reference(const problem&);

/// Two checks. A variant that works on words: its first lattice, counts and in the end every bit,
/// must be that of replay() with the same random words, for as long as that takes a moment, and all
/// lattices must have as many particles in the end as were counted. Every variant: its densities at
/// t = 1 and 2 must be the exact ones, or those of another run, but for chance and for 0.04 /
/// N_local (pairs 0.06), what the layout is allowed beyond its second order. The value is by how
/// much more they differ, in units of what is allowed; a right variant is refused in one of 10,000
/// cases at most.
retime::verification compare(const problem&, const outcome& got, const outcome& expected);

}  // namespace pcpd
