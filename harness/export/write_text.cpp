#include "harness/export/write_text.h"

#include <fmt/format.h>

#include <fstream>

#include "harness/cli/bad_input.h"

namespace retime::formats {

void write_text(const std::filesystem::path& path, const std::string& text,
                const std::string& flag) {
  std::ofstream file(path, std::ios::binary);
  file << text << std::flush;
  if (!file) {
    throw bad_input(
        fmt::format("{} {}: cannot be written; is there such a folder?", flag, path.string()));
  }
}

}  // namespace retime::formats
