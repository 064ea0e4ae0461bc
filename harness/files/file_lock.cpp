#include "harness/files/file_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "kernels/support/bad_input.h"

namespace retime {
namespace {

int locked(int descriptor, if_held by_another) {
  const int how = by_another == if_held::wait ? LOCK_EX : LOCK_EX | LOCK_NB;
  int failed = 0;
  do failed = ::flock(descriptor, how);
  while (failed != 0 && errno == EINTR);
  return failed == 0 ? 0 : errno;
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

}  // namespace retime
