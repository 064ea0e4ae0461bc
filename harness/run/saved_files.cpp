#include "harness/run/saved_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <stdexcept>

#include "kernels/support/bad_input.h"

namespace retime {
namespace {

constexpr std::size_t longest_name = 200;  // file systems take 255 bytes

/// The key's text as a folder below its variant, read from the point because values may hold a '/'.
std::filesystem::path folder_of(const benchmark_case& what) {
  const std::string start = what.family->id + "/" + what.variant->id;
  std::filesystem::path folder = start;
  std::string rest = what.key.substr(start.size());
  for (const auto& [name, value] : what.at.values()) {
    const std::string text = "/" + name + "=" + to_text(value);
    const auto at = rest.find(text);
    if (at == std::string::npos) continue;
    std::string flat = text.substr(1);
    std::ranges::replace(flat, '/', '_');
    if (flat.size() > longest_name)  // of a file's path the end tells most
      flat = name + "=..." + flat.substr(flat.size() - longest_name);
    rest.replace(at, text.size(), "/" + flat);
  }
  return folder / rest.substr(std::min<std::size_t>(1, rest.size()));
}

/// A row-major array in NumPy's .npy format, version 1.0. Throws std::runtime_error if the file
/// cannot be written.
void write_npy(const std::filesystem::path& file, const saved_array& array) {
  std::string header = fmt::format("{{'descr': '<f8', 'fortran_order': False, 'shape': ({},), }}",
                                   fmt::join(array.shape, ", "));
  constexpr std::size_t preamble_bytes = 10;
  header.append(63 - (preamble_bytes + header.size()) % 64,
                ' ');  // data starts at a multiple of 64
  header += '\n';
  const auto length = static_cast<unsigned>(header.size());

  std::ofstream out(file, std::ios::binary);
  out << "\x93NUMPY" << '\x01' << '\0' << static_cast<char>(length & 0xff)
      << static_cast<char>(length >> 8) << header;
  out.write(reinterpret_cast<const char*>(array.data.data()),
            static_cast<std::streamsize>(array.data.size() * sizeof(double)));
  if (!out.flush()) throw std::runtime_error(fmt::format("{}: cannot be written", file.string()));
}

}  // namespace

std::vector<std::string> save_arrays(const std::filesystem::path& folder,
                                     const benchmark_case& what,
                                     const std::vector<saved_array>& arrays) {
  const auto target = folder / folder_of(what);
  std::error_code failed;
  std::filesystem::create_directories(target, failed);
  if (failed)
    throw bad_input("--save " + folder.string() + ": cannot be written: " + failed.message());
  std::vector<std::string> files;
  for (const auto& array : arrays) {
    const auto file = target / (array.name + ".npy");
    try {
      write_npy(file, array);
    } catch (const std::runtime_error& error) {
      std::filesystem::remove(file, failed);
      throw bad_input("--save " + folder.string() + ": " + error.what());
    }
    files.push_back(file.string());
  }
  return files;
}

}  // namespace retime
