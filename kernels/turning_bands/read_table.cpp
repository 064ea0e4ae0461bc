#include "kernels/turning_bands/read_table.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <string_view>

#include "kernels/support/bad_input.h"
#include "kernels/support/line_reader.h"
#include "kernels/support/npy.h"
#include "kernels/support/user_file.h"

namespace turning_bands {
namespace {

using rows = std::vector<std::vector<double>>;

double number(const retime::line_reader& reader, std::string_view word) {
  double value = 0;
  const auto [end, error] = std::from_chars(
      word.begin() + (word.starts_with('+') && !word.starts_with("+-")), word.end(), value);
  if (error != std::errc{} || end != word.end() || !std::isfinite(value))
    reader.fail(retime::quoted(word) + " is no finite number");
  return value;
}

rows read_text(const std::string& path, int columns) {
  retime::line_reader reader(path);
  rows numbers;
  while (reader.next()) {
    const auto words = reader.words(" \t,;");
    if (words.empty()) continue;
    if (words.size() != static_cast<std::size_t>(columns))
      reader.fail(fmt::format("{} numbers, {} are wanted", words.size(), columns));
    for (numbers.emplace_back(); const auto word : words)
      numbers.back().push_back(number(reader, word));
  }
  return numbers;
}

rows read_array(const std::string& path, int columns) {
  const retime::npy_array array = retime::read_npy(path);
  const auto width = static_cast<std::size_t>(columns);
  if (array.shape.size() != 2 || array.shape[1] != width)
    throw retime::bad_input(fmt::format("{}: an array of n x {} numbers is wanted", path, columns));
  rows numbers(array.shape[0], std::vector<double>(width));
  for (std::size_t i = 0; i < array.data.size(); ++i) {
    if (!std::isfinite(array.data[i]))
      throw retime::bad_input(
          fmt::format("{}, row {}: {} is no finite number", path, i / width, array.data[i]));
    numbers[i / width][i % width] = array.data[i];
  }
  return numbers;
}

}  // namespace

rows read_rows(const std::string& path, int columns) {
  rows numbers = path.ends_with(".npy") ? read_array(path, columns) : read_text(path, columns);
  if (numbers.empty())
    throw retime::bad_input(
        fmt::format("{}: it has no numbers; rows of {} are wanted", path, columns));
  return numbers;
}

table read_table(const std::string& path) {
  constexpr std::size_t least = 4;
  const rows numbers = read_rows(path, 2);
  if (numbers.size() < least)
    throw retime::bad_input(
        fmt::format("{}: {} rows; a table takes at least {}", path, numbers.size(), least));
  table read;
  for (const auto& row : numbers) {
    if (row[0] < 0 || (!read.x.empty() && row[0] <= read.x.back()))
      throw retime::bad_input(
          fmt::format("{}, row {}: the first column has to ascend from 0 or above, but has {}{}",
                      path, read.x.size() + 1, row[0],
                      read.x.empty() ? "" : fmt::format(" after {}", read.x.back())));
    read.x.push_back(row[0]);
    read.y.push_back(row[1]);
  }
  return read;
}

}  // namespace turning_bands
