#include "harness/support/whole_file.h"

#include <fmt/format.h>

#include <fstream>

#include "kernels/support/bad_input.h"

namespace retime::tune {

void write_whole(const std::filesystem::path& file, const std::string& text) {
  std::error_code failed;
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), failed);
  auto beside = file;
  beside += ".part";
  std::ofstream out(beside, std::ios::binary);
  out << text << std::flush;
  if (!out) throw bad_input(fmt::format("{}: cannot be written", file.string()));
  out.close();
  std::filesystem::rename(beside, file);
}

}  // namespace retime::tune
