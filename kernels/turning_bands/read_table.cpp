#include "kernels/turning_bands/read_table.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <fstream>
#include <string_view>

#include "kernels/support/bad_input.h"
#include "kernels/support/npy.h"
#include "kernels/support/user_file.h"

namespace turning_bands {
namespace {

using rows = std::vector<std::vector<double>>;

std::vector<std::string_view> words_of(std::string_view line) {
  constexpr const char* separators = " \t,;\r";
  line = line.substr(0, line.find('#'));
  std::vector<std::string_view> words;
  for (std::size_t from = 0, to = 0; to < line.size(); from = to) {
    from = std::min(line.find_first_not_of(separators, from), line.size());
    to = std::min(line.find_first_of(separators, from), line.size());
    if (from < to) words.push_back(line.substr(from, to - from));
  }
  return words;
}

double number(std::string_view word, const std::string& place) {
  double value = 0;
  const bool is_signed = word.starts_with('+') && !word.starts_with("+-");
  const auto [end, error] = std::from_chars(word.begin() + is_signed, word.end(), value);
  if (error == std::errc{} && end == word.end() && std::isfinite(value)) return value;
  throw retime::bad_input(place + ": " + retime::quoted(word) + " is no finite number");
}

rows read_text(const std::string& path, int columns) {
  std::ifstream file(path);
  rows found;
  std::string line;
  for (int count = 1; std::getline(file, line); ++count) {
    const auto words = words_of(line);
    if (words.empty()) continue;
    const std::string place = fmt::format("{}, line {}", path, count);
    if (words.size() != static_cast<std::size_t>(columns))
      throw retime::bad_input(
          fmt::format("{}: {} numbers, {} are wanted", place, words.size(), columns));
    for (found.emplace_back(); const auto word : words) found.back().push_back(number(word, place));
  }
  return found;
}

rows read_array(const std::string& path, int columns) {
  const retime::npy_array array = retime::read_npy(path);
  const auto width = static_cast<std::size_t>(columns);
  if (array.shape.size() != 2 || array.shape[1] != width)
    throw retime::bad_input(fmt::format("{}: an array of n x {} numbers is wanted", path, columns));
  rows found(array.shape[0], std::vector<double>(width));
  for (std::size_t i = 0; i < array.data.size(); ++i) {
    if (!std::isfinite(array.data[i]))
      throw retime::bad_input(
          fmt::format("{}, row {}: {} is no finite number", path, i / width, array.data[i]));
    found[i / width][i % width] = array.data[i];
  }
  return found;
}

}  // namespace

rows read_rows(const std::string& path, int columns) {
  retime::require_file(path);
  rows found = path.ends_with(".npy") ? read_array(path, columns) : read_text(path, columns);
  if (found.empty())
    throw retime::bad_input(
        fmt::format("{}: it has no numbers; rows of {} are wanted", path, columns));
  return found;
}

table read_table(const std::string& path) {
  constexpr std::size_t least = 4;
  const rows found = read_rows(path, 2);
  if (found.size() < least)
    throw retime::bad_input(
        fmt::format("{}: {} rows; a table takes at least {}", path, found.size(), least));
  table read;
  for (const auto& row : found) {
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
