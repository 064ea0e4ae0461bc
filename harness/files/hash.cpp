#include "harness/files/hash.h"

#include <fmt/format.h>

#include <cstdint>
#include <fstream>
#include <sstream>

namespace retime {

std::string hash_of(std::string_view content) {
  std::uint64_t hash = 14695981039346656037U;
  for (const char c : content) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return fmt::format("{:016x}", hash);
}

std::string hash_of_file(const std::filesystem::path& file) {
  std::ostringstream content;
  content << std::ifstream(file, std::ios::binary).rdbuf();
  return hash_of(content.view());
}

}  // namespace retime
