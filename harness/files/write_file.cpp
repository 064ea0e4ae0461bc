#include "harness/files/write_file.h"

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

fs::path beside(fs::path file) {
  file += ".part";
  return file;
}

}  // namespace

void write_whole(const fs::path& file, const std::string& text) {
  std::error_code failed;
  if (file.has_parent_path()) fs::create_directories(file.parent_path(), failed);
  failed.clear();
  const auto part = beside(file);
  const bool whole = written(part, text);
  if (whole) fs::rename(part, file, failed);
  if (whole && !failed) return;
  fs::remove(part, failed);
  throw bad_input(fmt::format("{}: cannot be written", file.string()));
}

void write_all(const fs::path& folder,
               const std::vector<std::pair<std::string, std::string>>& texts_by_name,
               const std::string& flag) {
  std::error_code failed;
  const bool was_there = fs::exists(folder, failed);
  fs::create_directories(folder, failed);
  const auto require = [&](bool well, const fs::path& file) {
    if (well) return;
    for (const auto& each : texts_by_name) fs::remove(beside(folder / each.first), failed);
    if (!was_there) fs::remove(folder, failed);
    throw bad_input(fmt::format("{} {}: cannot be written", flag, file.string()));
  };
  // What goes wrong, as on a full disk, goes wrong before the first file is replaced.
  for (const auto& [name, text] : texts_by_name) {
    const fs::path file = folder / name;
    require(!fs::is_directory(file, failed) && written(beside(file), text), file);
  }
  for (const auto& [name, text] : texts_by_name) {
    fs::rename(beside(folder / name), folder / name, failed);
    require(!failed, folder / name);
  }
}

void write_text(const fs::path& file, const std::string& text, const std::string& flag) {
  if (!written(file, text)) refuse(file, flag);
}

}  // namespace retime
