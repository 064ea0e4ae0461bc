// What an answer is held to.
#pragma once

#include "kernels/turning_bands/reference.h"
#include "variants/registry.h"

namespace turning_bands {

/// max |difference|, within 1e-13 in double and 1e-5 in float times the largest value: of a field
/// by lines from the reference at its points, from another such field everywhere; of a field by a
/// 3-D FFT from FFTW's.
retime::verification compare(const problem&, const field& got, const field& expected);

}  // namespace turning_bands
