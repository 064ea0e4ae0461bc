#include "harness/files/append_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <string>
#include <utility>

#include "kernels/support/bad_input.h"

namespace retime {
namespace {

int locked(int descriptor, if_held by_another) {
  const int operation = by_another == if_held::wait ? LOCK_EX : LOCK_EX | LOCK_NB;
  int failed = 0;
  do failed = ::flock(descriptor, operation);
  while (failed != 0 && errno == EINTR);
  return failed == 0 ? 0 : errno;
}
bool ends_within_a_line(int descriptor, off_t size) {
  char last = '\n';
  return size > 0 && ::pread(descriptor, &last, 1, size - 1) == 1 && last != '\n';
}

}  // namespace

file_lock::file_lock(std::filesystem::path path, if_held by_another)
    : path_(std::move(path)),
      descriptor_(::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666)) {
  if (descriptor_ < 0)
    throw bad_input(fmt::format("{}: cannot be written: {}", path_.string(), std::strerror(errno)));
  if (const int failed = locked(descriptor_, by_another); failed != 0) {
    ::close(descriptor_);
    throw bad_input(
        failed == EWOULDBLOCK
            ? fmt::format("{}: another program is writing it; wait, or give another folder",
                          path_.string())
            : fmt::format("{}: cannot be locked: {}", path_.string(), std::strerror(failed)));
  }
}

file_lock::file_lock(file_lock&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

file_lock::~file_lock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

append_file::append_file(std::filesystem::path path, if_held by_another)
    : file_(std::move(path), by_another) {}

void append_file::append(std::string_view text) {
  const off_t whole = ::lseek(file_.descriptor(), 0, SEEK_END);
  try {
    // In one write, so that a kill leaves the line or nothing.
    write(ends_within_a_line(file_.descriptor(), whole) ? "\n" + std::string(text)
                                                        : std::string(text));
  } catch (const bad_input&) {
    // A part of a record is worse than none. If this fails too, --resume drops the part.
    [[maybe_unused]] const int failed = ::ftruncate(file_.descriptor(), whole);
    throw;
  }
}

void append_file::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file_.descriptor(), text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      throw bad_input(fmt::format("{}: {}; what was written before is whole", file_.path().string(),
                                  std::strerror(errno)));
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void drop_cut_line(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return;
  std::uintmax_t whole = 0;
  for (std::string line; std::getline(in, line) && !in.eof();) whole += line.size() + 1;
  in.close();
  if (std::filesystem::file_size(file) != whole) std::filesystem::resize_file(file, whole);
}

}  // namespace retime
