#include "harness/support/write_file.h"

#include <fmt/format.h>

#include <fstream>

#include "kernels/support/bad_input.h"

namespace retime {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& file, const std::string& flag) {
  throw bad_input(
      fmt::format("{} {}: cannot be written; is there such a folder?", flag, file.string()));
}

bool written(const fs::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text << std::flush;
  return static_cast<bool>(out);
}

}  // namespace

void write_whole(const fs::path& file, const std::string& text) {
  std::error_code failed;
  if (file.has_parent_path()) fs::create_directories(file.parent_path(), failed);
  failed.clear();
  auto beside = file;
  beside += ".part";
  const bool whole = written(beside, text);
  if (whole) fs::rename(beside, file, failed);
  if (whole && !failed) return;
  fs::remove(beside, failed);
  throw bad_input(fmt::format("{}: cannot be written", file.string()));
}

void write_text(const fs::path& file, const std::string& text, const std::string& flag) {
  if (!written(file, text)) refuse(file, flag);
}

}  // namespace retime
