// Files of numbers in columns, as users give points, covariances and spectra.
#pragma once

#include <string>
#include <vector>

namespace turning_bands {

/// The rows of a file of `columns` numbers a row: text (blanks or commas between the numbers, #
/// begins a comment) or .npy. Throws retime::bad_input, one line that names the file, the line and
/// what would be right; a file without a row, NaN and infinity are such.
std::vector<std::vector<double>> read_rows(const std::string& path, int columns);

/// A function of r or k: rows of two numbers, the first ascending from `x` = 0 or above.
struct table {
  std::vector<double> x, y;
};
/// Throws retime::bad_input as read_rows; also for less than four rows, and for x that do not
/// ascend.
table read_table(const std::string& path);

}  // namespace turning_bands
