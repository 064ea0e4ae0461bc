// NumPy's .npy files: what --save writes, and the arrays that users give.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace retime {

struct npy_array {
  std::vector<std::size_t> shape;
  std::vector<double> data;  ///< row-major
};

/// Reads a version 1 or 2 .npy file of little-endian float32 or float64 in C order. bad_input, one
/// line, if there is no such file, it is of another kind, or shorter or longer than its header
/// says.
npy_array read_npy(const std::string& path);

/// Writes version 1.0, row-major, as float32 if every value is one, else float64. Throws
/// std::runtime_error if the file cannot be written.
void write_npy(const std::string& path, std::span<const std::size_t> shape,
               std::span<const double> data);

}  // namespace retime
