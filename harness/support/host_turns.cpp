#include "harness/support/host_turns.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "kernels/support/bad_input.h"

namespace retime {
namespace {

/// Places in the file that are locked; locks end with the process that holds them.
enum place : off_t {
  gate,     ///< held while waiting, so that turns are taken in the order of asking
  present,  ///< shared by all that do something
  heavy,    ///< shared by the heavy ones
  timed     ///< shared by the timed ones
};

/// False if it would have to wait and must not.
bool lock(int descriptor, short kind, place where, bool waits) {
  struct flock what {};
  what.l_type = kind;
  what.l_whence = SEEK_SET;
  what.l_start = where;
  what.l_len = 1;
  int failed = 0;
  do failed = ::fcntl(descriptor, waits ? F_OFD_SETLKW : F_OFD_SETLK, &what);
  while (failed != 0 && errno == EINTR);
  return failed == 0;
}

}  // namespace

std::filesystem::path file_of_turns() {
  return std::filesystem::temp_directory_path() / fmt::format("retime-{}.turns", geteuid());
}

host_turns::host_turns(const std::filesystem::path& file, std::function<void(bool)> is_waiting)
    : file_(file),
      descriptor_(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600)),
      is_waiting_(std::move(is_waiting)) {
  if (descriptor_ < 0)
    throw bad_input(fmt::format("{}: cannot be written: {}", file.string(), std::strerror(errno)));
}

host_turns::~host_turns() { ::close(descriptor_); }

void host_turns::begin(host_use next) {
  if (next == now_) return;
  // Who waits holds nothing but the gate, and who holds more never waits: nobody waits for ever.
  for (const place where : {present, heavy, timed}) lock(descriptor_, F_UNLCK, where, false);
  now_ = next;
  if (next == host_use::none || acquire(next, false)) return;
  is_waiting_(true);
  if (!acquire(next, true))
    throw bad_input(fmt::format("{}: cannot be locked: {}; name another folder by TMPDIR",
                                file_.string(), std::strerror(errno)));
  is_waiting_(false);
}

bool host_turns::acquire(host_use next, bool waits) {
  const auto take = [&](short kind, place where) { return lock(descriptor_, kind, where, waits); };
  const auto give = [&](place where) { lock(descriptor_, F_UNLCK, where, false); };
  /// Beside its own kind, once none of the other kind is left.
  const auto beside = [&](place own, place other) {
    const bool is_free = take(F_WRLCK, other) && take(F_RDLCK, own);
    give(other);
    return is_free;
  };
  const auto take_all = [&] {
    if (next == host_use::alone) return take(F_WRLCK, present);
    if (!take(F_RDLCK, present)) return false;
    if (next == host_use::heavy) return beside(heavy, timed);
    if (next == host_use::timed) return beside(timed, heavy);
    return true;
  };
  const bool is_taken = take(F_WRLCK, gate) && take_all();
  const int why_not = errno;
  if (!is_taken) {
    for (const place where : {present, heavy, timed}) give(where);
  }
  give(gate);
  errno = why_not;
  return is_taken;
}

}  // namespace retime
