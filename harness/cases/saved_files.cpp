#include "harness/cases/saved_files.h"

#include <algorithm>
#include <stdexcept>

#include "kernels/support/bad_input.h"
#include "kernels/support/npy.h"

namespace retime::cases {
namespace {

constexpr std::size_t longest_name = 200;  // file systems take 255 bytes

/// The key's text as a folder below its variant, read from the point because values may hold a '/'.
std::filesystem::path folder_of(const benchmark_case& benchmark) {
  const std::string start = benchmark.family->id + "/" + benchmark.variant->id;
  std::filesystem::path folder = start;
  std::string rest = benchmark.key.substr(start.size());
  for (const auto& [name, value] : benchmark.point.values()) {
    const std::string text = "/" + name + "=" + to_text(value);
    const auto place = rest.find(text);
    if (place == std::string::npos) continue;
    std::string flat = text.substr(1);
    std::ranges::replace(flat, '/', '_');
    if (flat.size() > longest_name)  // of a file's path the end tells most
      flat = name + "=..." + flat.substr(flat.size() - longest_name);
    rest.replace(place, text.size(), "/" + flat);
  }
  return folder / rest.substr(std::min<std::size_t>(1, rest.size()));
}

}  // namespace

std::vector<std::string> save_arrays(const std::filesystem::path& folder,
                                     const benchmark_case& benchmark,
                                     const std::vector<saved_array>& arrays) {
  const auto target = folder / folder_of(benchmark);
  std::error_code failed;
  std::filesystem::create_directories(target, failed);
  if (failed)
    throw bad_input("--save " + folder.string() + ": cannot be written: " + failed.message());
  std::vector<std::string> files;
  for (const auto& array : arrays) {
    const auto file = target / (array.name + ".npy");
    try {
      write_npy(file.string(), array.shape, array.data);
    } catch (const std::runtime_error& error) {
      std::filesystem::remove(file, failed);
      throw bad_input("--save " + folder.string() + ": " + error.what());
    }
    files.push_back(file.string());
  }
  return files;
}

}  // namespace retime::cases
