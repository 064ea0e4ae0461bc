#include "harness/host/host_turns.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <utility>

namespace retime {
namespace {

/// Places in the file that are locked; locks end with the process that holds them.
enum place : off_t {
  entrance,  ///< held while waiting for others, so that turns are taken in the order of asking
  door,      ///< held by who waits to be alone, so that nobody comes in meanwhile
  present,   ///< shared by all that do something; to be alone is to have it alone
  computes,  ///< shared by the heavy ones
  times,     ///< shared by the timed ones
  first_seat
};
constexpr off_t most_seats = 256;  ///< of a core; each held by a process that has joined

struct flock lock_of(short kind, off_t where) {
  struct flock request {};
  request.l_type = kind;
  request.l_whence = SEEK_SET;
  request.l_start = where;
  request.l_len = 1;
  return request;
}

/// False if it would have to wait and must not.
bool lock(int descriptor, short kind, off_t where, bool waits) {
  struct flock request = lock_of(kind, where);
  int failed = 0;
  do failed = ::fcntl(descriptor, waits ? F_OFD_SETLKW : F_OFD_SETLK, &request);
  while (failed != 0 && errno == EINTR);
  return failed == 0;
}

}  // namespace

std::filesystem::path file_of_turns() {
  std::error_code fault;
  const auto folder = std::filesystem::temp_directory_path(fault);
  if (fault) {
    const char* named = std::getenv("TMPDIR");
    throw bad_input(fmt::format("TMPDIR='{}': {}; processes on one host take turns by a file there",
                                named != nullptr ? named : "/tmp", fault.message()));
  }
  return folder / fmt::format("retime-{}.turns", geteuid());
}

host_turns::host_turns(const std::filesystem::path& file, std::function<void(bool)> is_waiting)
    : file_(file),
      descriptor_(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600)),
      is_waiting_(std::move(is_waiting)) {
  if (descriptor_ < 0)
    throw bad_input(fmt::format("{}: cannot be written: {}", file.string(), std::strerror(errno)));
}

host_turns::~host_turns() { ::close(descriptor_); }

bad_input host_turns::no_locks() const {
  return bad_input(fmt::format("{}: cannot be locked: {}; name another folder by TMPDIR",
                               file_.string(), std::strerror(errno)));
}

void host_turns::join(int first) {
  seats_ = first_seat + first * most_seats;
  for (off_t seat = 0; seat < most_seats; ++seat) {
    if (lock(descriptor_, F_WRLCK, seats_ + seat, false)) return;
    if (errno != EAGAIN && errno != EACCES) throw no_locks();
  }
}

int host_turns::processes() const {
  int count = 1;  // its own, which is not in its own way
  for (off_t seat = 0; seat < most_seats; ++seat) {
    struct flock request = lock_of(F_WRLCK, seats_ + seat);
    if (::fcntl(descriptor_, F_OFD_GETLK, &request) == 0 && request.l_type != F_UNLCK) ++count;
  }
  return count;
}

void host_turns::begin(host_use next) {
  if (next == now_) return;
  // What others wait for is given back before anything is waited for: nobody waits for ever.
  for (const place where : {present, computes, times}) lock(descriptor_, F_UNLCK, where, false);
  now_ = next;
  if (next == host_use::none || acquire(next, false)) return;
  is_waiting_(true);
  if (!acquire(next, true)) throw no_locks();
  is_waiting_(false);
}

bool host_turns::acquire(host_use next, bool waits) {
  const auto take = [&](short kind, place where) { return lock(descriptor_, kind, where, waits); };
  const auto give = [&](place where) { lock(descriptor_, F_UNLCK, where, false); };
  const auto take_all = [&] {
    if (next != host_use::light && !take(F_WRLCK, entrance)) return false;
    const short others = next == host_use::alone ? F_WRLCK : F_RDLCK;
    if (!take(others, door) || !take(others, present)) return false;
    give(door);
    // Both kinds come in by the gate: once those of the one kind are out, none comes back.
    const auto take_after = [&](place own, place other) {
      if (!take(F_WRLCK, other)) return false;
      give(other);
      return take(F_RDLCK, own);
    };
    if (next == host_use::heavy) return take_after(computes, times);
    if (next == host_use::timed) return take_after(times, computes);
    return true;
  };
  const bool is_taken = take_all();
  const int why_not = errno;
  if (!is_taken) {
    for (const place where : {present, computes, times}) give(where);
  }
  for (const place where : {entrance, door}) give(where);
  errno = why_not;
  return is_taken;
}

}  // namespace retime
