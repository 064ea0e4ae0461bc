// The lines of fields, made on the host by FFTW.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/turning_bands/line_model.h"

namespace turning_bands {

/// `lines` lines of one field, one after the other, model.length samples each.
std::vector<double> make_lines(const line_model& model, int lines, std::uint64_t seed,
                               std::uint64_t field);

}  // namespace turning_bands
