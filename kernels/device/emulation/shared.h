// Block-shared memory, with its bounds and its first use checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include "kernels/device/emulation/access.h"

namespace device {
namespace emulation {

/// Counts the blocks that this host thread has run; tells memory of this block from what an earlier
/// one left.
[[gnu::tls_model("initial-exec")]] inline constinit thread_local std::uint64_t block_epoch = 0;

/// An array of the block, all bits set, until the block ends. `is_checked`: no element of it may be
/// read before it is written.
std::byte* take_shared(std::size_t bytes, bool is_checked);
std::byte* dynamic_shared_storage(std::size_t first_byte, std::size_t bytes, std::size_t alignment);
/// Begins a block, whose dynamic memory has all bits set.
void begin_shared(std::size_t dynamic_bytes);
/// At the first access of the block to a word: is it an array's, and may it be read?
void check_first_access(const void* address, std::size_t bytes, bool reads, bool writes);
/// "element 3 (of 4 bytes) of a shared array of 256 bytes"
std::string shared_place(const void* address, std::size_t bytes);
[[noreturn]] void shared_index_fault(const std::size_t* index, const std::size_t* extent,
                                     std::size_t rank);

}  // namespace emulation

namespace backend {

template <class T, std::size_t... Extents>
class shared_array {
  static constexpr std::size_t rank = sizeof...(Extents);
  static constexpr std::size_t count = (Extents * ...);

 public:
  using value_type = T;

  static constexpr std::size_t size() { return count; }
  T* data() { return here(); }

  T& operator[](std::size_t index) requires(rank == 1) { return element(index); }
  T& operator()(std::size_t i) requires(rank == 1) { return element(i); }
  T& operator()(std::size_t i, std::size_t j) requires(rank == 2) { return element(i, j); }
  T& operator()(std::size_t i, std::size_t j, std::size_t k) requires(rank == 3) {
    return element(i, j, k);
  }

 private:
  template <class... Index>
  T& element(Index... index) {
    std::size_t linear = 0;
    if (!((linear = linear * Extents + index, index < Extents) && ...)) [[unlikely]]
      outside(index...);
    emulation::switch_point();
    return here()[linear];
  }

  template <class... Index>
  [[noreturn, gnu::noinline]] static void outside(Index... index) {
    const std::size_t at[]{index...}, extent[]{Extents...};
    emulation::shared_index_fault(at, extent, rank);
  }

  /// Apart, since the compiler would announce what it reads, too.
  [[gnu::noinline, gnu::no_sanitize_thread]] T* here() {
    if (epoch_ != emulation::block_epoch) [[unlikely]] {
      // Of classes, padding is read that nobody writes.
      data_ = reinterpret_cast<T*>(emulation::take_shared(count * sizeof(T), !std::is_class_v<T>));
      epoch_ = emulation::block_epoch;
    }
    return data_;
  }

  // No initialisers: zero as a thread-local object is, and without a guard at every entry of the
  // kernel. The elements lie outside, because every host thread pays for all thread-local bytes of
  // the program.
  T* data_;
  std::uint64_t epoch_;
};

template <class T>
T* dynamic_shared(std::size_t count, std::size_t byte_offset) {
  return reinterpret_cast<T*>(
      emulation::dynamic_shared_storage(byte_offset, count * sizeof(T), alignof(T)));
}

}  // namespace backend
}  // namespace device
