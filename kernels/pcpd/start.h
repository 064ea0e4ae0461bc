// The state at time 0.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/pcpd/problem.h"

namespace pcpd {

/// Returns whether a site of a lattice is occupied at time 0.
bool occupied_at_start(const problem&, int lattice, std::int64_t site);

/// Returns the words of lattices first .. first+count-1 of the run.
std::vector<std::uint32_t> start_words(const problem&, const layout&, int first, int count);

/// A start from a file: .npy, one dimension, 0 and 1. Throws retime::bad_input.
std::vector<std::uint8_t> read_start(const std::string& file);

}  // namespace pcpd
