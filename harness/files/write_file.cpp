#include "harness/files/write_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>

#include "kernels/support/bad_input.h"

namespace retime {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_name = 255, longest_path = 4000;  // a run adds names of its own

/// Tried, since rights do not tell it of /proc or of a disk that is mounted read-only.
bool takes_files(const fs::path& folder) {
  int made = ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
  if (made < 0 && (errno == EOPNOTSUPP || errno == EISDIR)) {  // all its files have names
    const fs::path probe = folder / fmt::format(".retime-{}", ::getpid());
    made = ::open(probe.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
    if (made >= 0) ::unlink(probe.c_str());
  }
  if (made < 0) return false;
  ::close(made);
  return true;
}

std::string too_long(const fs::path& path) {
  const auto is_long = [](const fs::path& part) { return part.native().size() > longest_name; };
  if (std::ranges::any_of(path, is_long)) return "a name in it is longer than 255 bytes";
  return path.native().size() > longest_path ? "longer than 4000 bytes" : "";
}

bool is_link(const fs::path& path) {
  std::error_code failed;
  return fs::is_symlink(fs::symlink_status(path, failed));
}

std::string no_folder(const fs::path& folder, bool may_be_made) {
  fs::path place = fs::absolute(folder);
  std::error_code failed;
  auto status = fs::status(place, failed);
  while (status.type() == fs::file_type::not_found && place.has_relative_path()) {
    if (is_link(place)) return fmt::format("{} is a link to nowhere", place.string());
    if (!may_be_made && place.has_filename())
      return fmt::format("there is no folder {}", place.string());
    place = place.parent_path();
    status = fs::status(place, failed);
  }
  if (status.type() == fs::file_type::none) return failed.message();
  if (!fs::is_directory(status)) return fmt::format("{} is not a folder", place.string());
  return takes_files(place) ? "" : fmt::format("{} cannot be written", place.string());
}

std::string no_file(const fs::path& file, bool folder_may_be_made) {
  std::error_code failed;
  const auto status = fs::status(file, failed);
  if (status.type() == fs::file_type::none) return failed.message();
  if (fs::is_directory(status) || !file.has_filename()) return "a folder; name a file";
  if (fs::exists(status) && !fs::is_regular_file(status)) return "a device or pipe; name a file";
  if (fs::exists(status)) return ::access(file.c_str(), W_OK) == 0 ? "" : "cannot be written";
  if (is_link(file)) return "a link to nowhere";
  return no_folder(file.has_parent_path() ? file.parent_path() : ".", folder_may_be_made);
}

void refuse(const fs::path& path, const char* flag, const std::string& why) {
  if (!why.empty()) throw bad_input(fmt::format("{} {}: {}", flag, path.string(), why));
}

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

void check_folder(const fs::path& folder, const char* flag) {
  if (folder.empty()) return;
  refuse(folder, flag, too_long(folder));
  refuse(folder, flag, no_folder(folder, true));
}

void check_writable(const fs::path& file, const char* flag) {
  if (file.empty()) return;
  refuse(file, flag, too_long(file));
  refuse(file, flag, no_file(file, false));
}

void check_file_to_make(const fs::path& file, const char* flag) {
  if (file.empty()) return;
  refuse(file, flag, too_long(file));
  refuse(file, flag, no_file(file, true));
}

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
