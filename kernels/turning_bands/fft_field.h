// A field by a 3-D FFT on the host: what the paper compares with, and what the GPU's is compared
// with.
#pragma once

#include "kernels/turning_bands/problem.h"

namespace turning_bands {

/// One field on a regular mesh, by FFTW on all cores.
field field_by_fft(const problem&);

/// The same, made once and kept with the problem.
const field& reference_by_fft(const problem&);

}  // namespace turning_bands
