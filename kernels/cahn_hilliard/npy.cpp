#include "kernels/cahn_hilliard/npy.h"

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <fstream>
#include <regex>

#include "kernels/support/bad_input.h"
#include "kernels/support/user_file.h"

namespace cahn_hilliard {
namespace {

static_assert(std::endian::native == std::endian::little,
              "values are read as they lie in the file");

retime::bad_input wrong(const std::string& path, const std::string& why) {
  return retime::bad_input(
      fmt::format("{}: {}; give a .npy file of float32 or float64 in C order", path, why));
}

/// The Python literal that describes the array, with the file positioned at the data behind it.
std::string read_header(std::ifstream& file, const std::string& path) {
  unsigned char start[8];
  if (!file.read(reinterpret_cast<char*>(start), 8) ||
      std::string(start, start + 6) != "\x93NUMPY") {
    throw wrong(path, "not a NumPy file");
  }
  const int length_bytes = start[6] == 1 ? 2 : 4;
  unsigned char little_endian[4] = {};
  file.read(reinterpret_cast<char*>(little_endian), length_bytes);
  std::uint32_t length = 0;
  for (int i = 3; i >= 0; --i) length = length << 8 | little_endian[i];
  if (!file || length > 65536) throw wrong(path, "its header is damaged");
  std::string header(length, ' ');
  if (!file.read(header.data(), length)) throw wrong(path, "its header is cut short");
  return header;
}

std::vector<std::size_t> parse_shape(const std::string& header, const std::string& path) {
  std::smatch found;
  if (!std::regex_search(header, found, std::regex(R"('shape': *\(([0-9, ]*)\))"))) {
    throw wrong(path, "its header names no shape");
  }
  const std::string list = found[1];
  const std::regex number("[0-9]+");
  std::vector<std::size_t> shape;
  for (std::sregex_iterator i(list.begin(), list.end(), number), end; i != end; ++i) {
    if (i->length() > 9) throw wrong(path, "its shape is beyond any memory");
    shape.push_back(std::stoul(i->str()));
  }
  return shape;
}

template <class Stored>
std::vector<double> read_values(std::ifstream& file, std::size_t count, const std::string& path) {
  std::vector<Stored> stored(count);
  const auto bytes = std::streamsize(count * sizeof(Stored));
  if (!file.read(reinterpret_cast<char*>(stored.data()), bytes))
    throw wrong(path, "it is cut short");
  if (file.peek() != std::ifstream::traits_type::eof())
    throw wrong(path, "it is longer than its header says");
  return {stored.begin(), stored.end()};
}

}  // namespace

npy_array read_npy(const std::string& path) {
  retime::require_file(path);
  std::ifstream file(path, std::ios::binary);
  const std::string header = read_header(file, path);
  if (header.find("'fortran_order': False") == header.npos) throw wrong(path, "not in C order");
  npy_array read{parse_shape(header, path), {}};
  // The file's length bounds what a damaged header can make us allocate.
  const auto data_start = file.tellg();
  const auto data_bytes =
      static_cast<std::size_t>(file.seekg(0, std::ios::end).tellg() - data_start);
  file.seekg(data_start);
  std::size_t count = 1;
  for (const std::size_t extent : read.shape) {
    if (extent != 0 && count > data_bytes / extent) throw wrong(path, "it is cut short");
    count *= extent;
  }
  if (header.find("'descr': '<f4'") != header.npos) {
    read.data = read_values<float>(file, count, path);
  } else if (header.find("'descr': '<f8'") != header.npos) {
    read.data = read_values<double>(file, count, path);
  } else {
    throw wrong(path, "its numbers are of another type");
  }
  return read;
}

}  // namespace cahn_hilliard
