// Reads the NumPy files that `initial` names.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace cahn_hilliard {

struct npy_array {
  std::vector<std::size_t> shape;
  std::vector<double> data;  ///< C order
};

/// Reads a version 1 or 2 .npy file of little-endian float32 or float64 in C order.
/// retime::bad_input, one line, if there is no such file, it is of another kind, or shorter or
/// longer than its header says.
npy_array read_npy(const std::string& path);

}  // namespace cahn_hilliard
