#include "kernels/device/emulation/shared.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "kernels/device/emulation/call.h"
#include "kernels/device/emulation/fault.h"
#include "kernels/device/emulation/running_thread.h"
#include "kernels/device/emulation/shared_cell.h"
#include "kernels/device/emulation/sm_90.h"

namespace device::emulation {
namespace {

constexpr std::size_t arena_bytes = 512 << 10;  ///< with the gaps
constexpr std::size_t gap_bytes = 256;          ///< between arrays, which begin at multiples of it

template <class T>
T* map(std::size_t count) {
  void* memory = mmap(nullptr, count * sizeof(T), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  return static_cast<T*>(memory);
}

struct array {
  std::size_t begin, bytes;
  bool is_checked;  ///< for reads before any write
};

/// The shared memory of the blocks that run on one host thread, one after another.
class arena {
 public:
  arena() : data_(map<std::byte>(arena_bytes)), cells_(map<shared_cell>(arena_bytes / 4)) {
    running.shared_begin = reinterpret_cast<std::uintptr_t>(data_);
    running.shared_bytes = arena_bytes;
    running.shared_cells = cells_;
  }
  arena(const arena&) = delete;
  ~arena() {
    running.shared_bytes = 0;
    munmap(data_, arena_bytes);
    munmap(cells_, arena_bytes / 4 * sizeof(shared_cell));
  }

  static arena& here() {
    static thread_local arena mine;
    return mine;
  }

  void begin_block() {
    arrays_.clear();
    used_ = 0;
    end_ = gap_bytes;
  }

  std::byte* take(std::size_t bytes, bool is_checked) {
    used_ += bytes;
    if (used_ > optin_shared_bytes || end_ + bytes > arena_bytes)
      raise("has more than " + std::to_string(optin_shared_bytes) + " bytes of shared memory");
    const std::size_t begin = end_;
    arrays_.push_back({begin, bytes, is_checked});
    end_ = begin + (bytes / gap_bytes + 2) * gap_bytes;
    std::memset(data_ + begin, 0xff, bytes);
    return data_ + begin;
  }

  /// The array at or before the offset; null if that lies before all of them.
  const array* before(std::size_t offset) const {
    const auto after = std::ranges::upper_bound(arrays_, offset, {}, &array::begin);
    return after == arrays_.begin() ? nullptr : &*std::prev(after);
  }

 private:
  std::byte* data_;
  shared_cell* cells_;
  std::vector<array> arrays_;  ///< of the running block, by address
  std::size_t used_ = 0, end_ = gap_bytes;
};

thread_local std::byte* dynamic_data = nullptr;

}  // namespace

void begin_shared(std::size_t dynamic_bytes) {
  arena& mine = arena::here();
  mine.begin_block();
  dynamic_data = dynamic_bytes == 0 ? nullptr : mine.take(dynamic_bytes, false);
}

std::byte* take_shared(std::size_t bytes, bool is_checked) {
  return arena::here().take(bytes, is_checked);
}

std::byte* dynamic_shared_storage(std::size_t first_byte, std::size_t bytes,
                                  std::size_t alignment) {
  const std::size_t launched = current_call->shared_bytes;
  if (first_byte > launched || bytes > launched - first_byte)
    raise("dynamic shared memory of " + std::to_string(bytes) + " bytes at byte " +
          std::to_string(first_byte) + " exceeds the launch's " + std::to_string(launched));
  if (first_byte % alignment != 0)
    raise("dynamic shared memory at byte " + std::to_string(first_byte) +
          " is misaligned: its type needs a multiple of " + std::to_string(alignment));
  return dynamic_data + first_byte;
}

void check_first_access(const void* address, std::size_t bytes, bool reads, bool writes) {
  const std::size_t offset = reinterpret_cast<std::uintptr_t>(address) - running.shared_begin;
  const array* const mine = arena::here().before(offset);
  if (mine == nullptr || offset + bytes > mine->begin + mine->bytes)
    raise(std::string(writes ? "writes " : "reads ") + shared_place(address, bytes) +
          ", which is out of its bounds");
  if (reads && mine->is_checked)
    raise("reads " + shared_place(address, bytes) + " that no thread of the block has written");
}

std::string shared_place(const void* address, std::size_t bytes) {
  const std::size_t offset = reinterpret_cast<std::uintptr_t>(address) - running.shared_begin;
  const array* const mine = arena::here().before(offset);
  if (mine == nullptr) return "what lies before shared memory";
  return "element " + std::to_string((offset - mine->begin) / bytes) + " (of " +
         std::to_string(bytes) + " bytes) of a shared array of " + std::to_string(mine->bytes) +
         " bytes";
}

void shared_index_fault(const std::size_t* index, const std::size_t* extent, std::size_t rank) {
  const auto list = [rank](const std::size_t* values) {
    std::string all;
    for (std::size_t d = 0; d < rank; ++d)
      all += (d == 0 ? "" : ", ") + std::to_string(static_cast<std::ptrdiff_t>(values[d]));
    return all;
  };
  raise("index (" + list(index) + ") is out of bounds of a shared array of (" + list(extent) + ")");
}

}  // namespace device::emulation
