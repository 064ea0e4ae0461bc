// What the variants by a 3-D FFT can make, and what they take.
#pragma once

#include "variants/turning_bands/axes.h"

namespace turning_bands {

/// Why an FFT cannot make this field, if it cannot.
retime::reason not_for_fft(const retime::point&);
/// Cells, modes and as much again to work in, and the spectrum.
double fft_memory_bytes(const retime::point&);
/// Items are cells: no line is read.
retime::work fft_work(const problem&, const retime::point&);

}  // namespace turning_bands
