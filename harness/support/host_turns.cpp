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
  gate,     ///< held while waiting for others, so that turns are taken in the order of asking
  door,     ///< held by who waits to be alone, so that nobody comes in meanwhile
  present,  ///< shared by all that do something; to be alone is to have it alone
  quiet     ///< shared by the timed ones; a heavy one has it alone
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
  // What others wait for is given back before anything is waited for: nobody waits for ever.
  for (const place where : {present, quiet}) lock(descriptor_, F_UNLCK, where, false);
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
  const auto take_all = [&] {
    if (next != host_use::light && !take(F_WRLCK, gate)) return false;
    const short others = next == host_use::alone ? F_WRLCK : F_RDLCK;
    if (!take(others, door) || !take(others, present)) return false;
    give(door);
    if (next == host_use::timed) return take(F_RDLCK, quiet);
    if (next == host_use::heavy) return take(F_WRLCK, quiet);
    return true;
  };
  const bool is_taken = take_all();
  const int why_not = errno;
  if (!is_taken) {
    for (const place where : {present, quiet}) give(where);
  }
  for (const place where : {gate, door}) give(where);
  errno = why_not;
  return is_taken;
}

}  // namespace retime
