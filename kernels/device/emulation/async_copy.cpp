#include "kernels/device/emulation/async_copy.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "kernels/device/emulation/compiler_hooks.h"
#include "kernels/device/emulation/running_thread.h"
#include "kernels/device/emulation/shared.h"

namespace device::emulation {
namespace {

struct copy {
  void* to;
  const void* from;
  std::size_t bytes;
};

/// What a thread has begun and not waited for.
struct copies_of_thread {
  std::uint64_t block = 0;          ///< the block_epoch of that thread
  std::vector<copy> begun;          ///< oldest first
  std::vector<std::size_t> groups;  ///< how many copies each closed one has, oldest first
  std::size_t open = 0;             ///< copies in none of them
};

copies_of_thread& of_this_thread() {
  static thread_local std::vector<copies_of_thread> all(1024);  // a block has no more threads
  copies_of_thread& mine = all[running.index];
  if (mine.block != block_epoch) {
    mine.block = block_epoch;
    mine.begun.clear();
    mine.groups.clear();
    mine.open = 0;
  }
  return mine;
}

}  // namespace

void begin_copy(void* to, const void* from, std::size_t bytes) {
  announce_read(from, bytes);
  announce_write(to, bytes);
  std::memset(to, 0xff, bytes);
  copies_of_thread& mine = of_this_thread();
  mine.begun.push_back({to, from, bytes});
  ++mine.open;
}

void commit_copies() {
  copies_of_thread& mine = of_this_thread();
  mine.groups.push_back(mine.open);
  mine.open = 0;
}

void wait_for_copies(std::size_t pending_groups) {
  copies_of_thread& mine = of_this_thread();
  const std::size_t waited = mine.groups.size() - std::min(pending_groups, mine.groups.size());
  const auto end = mine.groups.begin() + static_cast<std::ptrdiff_t>(waited);
  std::size_t copies = 0;
  for (auto group = mine.groups.begin(); group != end; ++group) copies += *group;
  const auto last = mine.begun.begin() + static_cast<std::ptrdiff_t>(copies);
  for (auto each = mine.begun.begin(); each != last; ++each)
    std::memcpy(each->to, each->from, each->bytes);
  mine.groups.erase(mine.groups.begin(), end);
  mine.begun.erase(mine.begun.begin(), last);
}

}  // namespace device::emulation
