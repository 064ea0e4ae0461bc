// The initial field: noise, one Fourier mode, or a file.
#pragma once

#include "kernels/cahn_hilliard/problem.h"

namespace cahn_hilliard {

/// `noise`: mean + U(-noise, noise), a function of seed and cell alone.
/// `mode=KX:KY[:KZ]:AMPLITUDE`: mean plus one eigenmode of the lattice Laplacian, a plane wave
/// cos(2 pi (KX x + KY y)/n) where the boundary is periodic, a product of cos(pi KX (x + 1/2)/n)
/// where it is a mirror. Anything else names a .npy file of n x n (x n) numbers. Computed in
/// double, then rounded. retime::bad_input as make_problem().
field initial_field(const settings&);

/// max |phi|.
double largest_magnitude(const field&);

/// A bound of max |phi| of the initial field, made only if it comes from a file. Throws as
/// initial_field().
double largest_initial_magnitude(const settings&);

}  // namespace cahn_hilliard
