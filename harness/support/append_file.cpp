#include "harness/support/append_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

#include "kernels/support/bad_input.h"

namespace retime {

append_file::append_file(std::filesystem::path path)
    : path_(std::move(path)),
      descriptor_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666)) {
  if (descriptor_ < 0)
    throw bad_input(fmt::format("{}: cannot be written: {}", path_.string(), std::strerror(errno)));
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    ::close(descriptor_);
    throw bad_input(fmt::format("{}: another program is writing it; wait, or give another folder",
                                path_.string()));
  }
}

append_file::append_file(append_file&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

append_file::~append_file() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void append_file::append(std::string_view text) {
  const off_t whole = ::lseek(descriptor_, 0, SEEK_END);
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor_, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      const std::string why = std::strerror(errno);
      // A part of a record is worse than none. If this fails too, --resume drops the part.
      [[maybe_unused]] const int failed = ::ftruncate(descriptor_, whole);
      throw bad_input(fmt::format("{}: {}; what was written before is whole", path_.string(), why));
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
