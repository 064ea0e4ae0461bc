#include "kernels/support/npy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/support/bad_input.h"
#include "kernels/support/user_file.h"

namespace retime {
namespace {

static_assert(std::endian::native == std::endian::little, "values lie in the file as in memory");

constexpr std::string_view magic = "\x93NUMPY";

template <class Stored>
std::vector<double> read_values(std::ifstream& file, std::size_t count) {
  std::vector<Stored> stored(count);
  file.read(reinterpret_cast<char*>(stored.data()), std::streamsize(count * sizeof(Stored)));
  return {stored.begin(), stored.end()};
}

bool is_float(double value) {
  const bool in_range = std::abs(value) <= std::numeric_limits<float>::max();
  return in_range ? static_cast<float>(value) == value : !std::isfinite(value);
}

template <class Stored>
void write_values(std::ofstream& file, std::span<const Stored> data) {
  file.write(reinterpret_cast<const char*>(data.data()), std::streamsize(data.size_bytes()));
}

/// The numbers of 'shape': (3, 4); nothing if there is no such part.
std::optional<std::vector<std::string>> shape_in(const std::string& header) {
  constexpr std::string_view name = "'shape':";
  const auto at = header.find(name);
  if (at == header.npos) return std::nullopt;
  const auto open = header.find_first_not_of(' ', at + name.size());
  const auto close = header.find_first_not_of("0123456789, ", open + 1);
  if (open == header.npos || header[open] != '(' || close == header.npos || header[close] != ')')
    return std::nullopt;
  std::vector<std::string> numbers;
  std::string text = header.substr(open + 1, close - open - 1);
  std::ranges::replace(text, ',', ' ');
  std::istringstream parts(text);
  for (std::string number; parts >> number;) numbers.push_back(number);
  return numbers;
}

}  // namespace

npy_array read_npy(const std::string& path) {
  require_file(path);
  const auto require = [&](bool right, const char* why) {
    if (right) return;
    throw bad_input(
        fmt::format("{}: {}; give a .npy file of float32 or float64 in C order", path, why));
  };
  std::ifstream file(path, std::ios::binary);
  std::string start(8, '\0');
  file.read(start.data(), 8);
  require(file && start.starts_with(magic), "not a NumPy file");
  std::uint32_t length = 0;
  file.read(reinterpret_cast<char*>(&length), start[6] == 1 ? 2 : 4);
  require(file && length <= 65536, "its header is damaged");
  std::string header(length, ' ');
  require(bool(file.read(header.data(), length)), "its header is cut short");

  require(header.find("'fortran_order': False") != header.npos, "not in C order");
  const auto shape = shape_in(header);
  require(shape.has_value(), "its header names no shape");
  npy_array array;
  // The file's length bounds what a damaged header can make us allocate.
  const std::size_t bytes = std::filesystem::file_size(path) - std::size_t(file.tellg());
  std::size_t count = 1;
  for (const auto& number : *shape) {
    require(number.size() <= 9, "its shape is beyond any memory");
    const std::size_t extent = array.shape.emplace_back(std::stoul(number));
    require(extent == 0 || count <= bytes / extent, "it is cut short");
    count *= extent;
  }
  const bool wide = header.find("'descr': '<f8'") != header.npos;
  require(wide || header.find("'descr': '<f4'") != header.npos, "its numbers are of another type");
  const std::size_t expected = count * (wide ? sizeof(double) : sizeof(float));
  require(bytes >= expected, "it is cut short");
  require(bytes == expected, "it is longer than its header says");
  array.data = wide ? read_values<double>(file, count) : read_values<float>(file, count);
  return array;
}

void write_npy(const std::string& path, std::span<const std::size_t> shape,
               std::span<const double> data) {
  const bool narrow = std::ranges::all_of(data, is_float);
  std::string header = fmt::format("{{'descr': '<{}', 'fortran_order': False, 'shape': ({},), }}",
                                   narrow ? "f4" : "f8", fmt::join(shape, ", "));
  constexpr std::size_t preamble_bytes = 10;
  header.append(63 - (preamble_bytes + header.size()) % 64,
                ' ');  // data starts at a multiple of 64
  header += '\n';
  const auto length = static_cast<std::uint16_t>(header.size());

  std::ofstream file(path, std::ios::binary);
  file << magic << '\x01' << '\0';
  file.write(reinterpret_cast<const char*>(&length), sizeof(length));
  file << header;
  if (narrow) {
    write_values<float>(file, std::vector<float>(data.begin(), data.end()));
  } else {
    write_values(file, data);
  }
  if (!file.flush()) throw std::runtime_error(path + ": cannot be written");
}

}  // namespace retime
