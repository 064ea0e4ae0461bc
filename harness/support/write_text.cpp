#include "harness/support/write_text.h"

#include <fmt/format.h>

#include <fstream>

#include "kernels/support/bad_input.h"

namespace retime::formats {

namespace {

[[noreturn]] void refuse(const std::filesystem::path& path, const std::string& flag) {
  throw bad_input(
      fmt::format("{} {}: cannot be written; is there such a folder?", flag, path.string()));
}

}  // namespace

void check_writable(const std::filesystem::path& path, const std::string& flag) {
  if (path.empty()) return;
  const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  if (!std::filesystem::is_directory(folder) || std::filesystem::is_directory(path))
    refuse(path, flag);
}

void write_text(const std::filesystem::path& path, const std::string& text,
                const std::string& flag) {
  std::ofstream file(path, std::ios::binary);
  file << text << std::flush;
  if (!file) refuse(path, flag);
}

}  // namespace retime::formats
