// Block-shared memory, with its bounds and its first use checked.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>

#include "kernels/device/emulation/access.h"

namespace device {
namespace emulation {

/// Counts the blocks that this host thread has run; tells memory of this block from what an earlier
/// one left.
[[gnu::tls_model("initial-exec")]] inline constinit thread_local std::uint64_t block_epoch = 0;

/// Of one array of the block, all bits set, and a byte for each element, all 0. Until the block
/// ends.
struct shared_storage {
  std::byte* data;
  unsigned char* written;
};
shared_storage take_shared(std::size_t bytes, std::size_t elements);
std::byte* dynamic_shared_storage(std::size_t first_byte, std::size_t bytes, std::size_t alignment);
/// Begins a block, whose dynamic memory has all bits set.
void begin_shared(std::size_t dynamic_bytes);
/// For bare pointers.
void check_shared_bounds(const void* address, std::size_t bytes, bool writes);
/// "element 3 (of 4 bytes) of a shared array of 256 bytes"
std::string shared_place(const void* address, std::size_t bytes);
[[noreturn]] void uninitialised_fault(std::size_t index);
[[noreturn]] void shared_index_fault(const std::size_t* index, const std::size_t* extent,
                                     std::size_t rank);

}  // namespace emulation

/// &tile[i]: the address of an element, which an atomic may take.
template <class T>
class shared_pointer {
 public:
  shared_pointer(T* address, unsigned char* written, std::size_t index)
      : address_(address), written_(written), index_(index) {}
  /// Whoever takes a bare address is trusted to write before reading.
  operator T*() const {
    *written_ = 1;
    return address_;
  }
  T* initialised() const {
    if (*written_ == 0) [[unlikely]]
      emulation::uninitialised_fault(index_);
    return address_;
  }

 private:
  T* address_;
  unsigned char* written_;
  std::size_t index_;
};

/// tile[i]. All operations are for temporaries alone: `auto x = tile[i]` would be a reference here
/// and a value in CUDA, and so does not compile once x is used.
template <class T>
class shared_reference {
 public:
  shared_reference(T* address, unsigned char* written, std::size_t index)
      : address_(address), written_(written), index_(index) {}
  shared_reference(const shared_reference&) = delete;

  operator T() const&& { return *pointer().initialised(); }
  T operator=(T value) && {
    *written_ = 1;
    return *address_ = value;
  }
  // NOLINTNEXTLINE(performance-noexcept-move-constructor): the read may fault
  T operator=(shared_reference&& other) && {
    return std::move(*this) = static_cast<T>(std::move(other));
  }
  T operator+=(T value) && { return set(static_cast<T>(get() + value)); }
  T operator-=(T value) && { return set(static_cast<T>(get() - value)); }
  T operator*=(T value) && { return set(static_cast<T>(get() * value)); }
  T operator/=(T value) && { return set(static_cast<T>(get() / value)); }
  T operator&=(T value) && { return set(static_cast<T>(get() & value)); }
  T operator|=(T value) && { return set(static_cast<T>(get() | value)); }
  T operator^=(T value) && { return set(static_cast<T>(get() ^ value)); }
  T operator++() && { return set(static_cast<T>(get() + 1)); }
  T operator--() && { return set(static_cast<T>(get() - 1)); }
  T operator++(int) && { return static_cast<T>(set(static_cast<T>(get() + 1)) - 1); }
  T operator--(int) && { return static_cast<T>(set(static_cast<T>(get() - 1)) + 1); }
  shared_pointer<T> operator&() && { return pointer(); }

 private:
  shared_pointer<T> pointer() const { return {address_, written_, index_}; }
  T get() const { return *pointer().initialised(); }
  T set(T value) { return *address_ = value; }

  T* address_;
  unsigned char* written_;
  std::size_t index_;
};

namespace backend {

template <class T, std::size_t... Extents>
class shared_array {
  static constexpr std::size_t rank = sizeof...(Extents);
  static constexpr std::size_t count = (Extents * ...);

 public:
  using value_type = T;

  static constexpr std::size_t size() { return count; }
  /// Unchecked; whoever takes it is trusted to write before reading.
  T* data() {
    enter();
    std::memset(written_, 1, count);
    return data_;
  }

  decltype(auto) operator[](std::size_t index) requires(rank == 1) { return element({index}); }
  decltype(auto) operator()(std::size_t i) requires(rank == 1) { return element({i}); }
  decltype(auto) operator()(std::size_t i, std::size_t j) requires(rank == 2) {
    return element({i, j});
  }
  decltype(auto) operator()(std::size_t i, std::size_t j, std::size_t k) requires(rank == 3) {
    return element({i, j, k});
  }

 private:
  decltype(auto) element(std::array<std::size_t, rank> index) {
    constexpr std::array<std::size_t, rank> extent{Extents...};
    std::size_t linear = 0;
    for (std::size_t d = 0; d < rank; ++d) {
      if (index[d] >= extent[d]) [[unlikely]]
        emulation::shared_index_fault(index.data(), extent.data(), rank);
      linear = linear * extent[d] + index[d];
    }
    enter();
    emulation::switch_point();
    if constexpr (std::is_class_v<T>)
      return static_cast<T&>(data_[linear]);
    else
      return shared_reference<T>(data_ + linear, written_ + linear, linear);
  }

  void enter() {
    if (epoch_ != emulation::block_epoch) [[unlikely]]
      begin_block();
  }

  void begin_block() {
    const auto mine = emulation::take_shared(count * sizeof(T), count);
    data_ = reinterpret_cast<T*>(mine.data);
    written_ = mine.written;
    epoch_ = emulation::block_epoch;
  }

  // No initialisers: zero as a thread-local object is, and without a guard at every entry of the
  // kernel. The elements lie outside, because every host thread pays for all thread-local bytes of
  // the program.
  T* data_;
  unsigned char* written_;
  std::uint64_t epoch_;
};

template <class T>
T* dynamic_shared(std::size_t count, std::size_t byte_offset) {
  return reinterpret_cast<T*>(
      emulation::dynamic_shared_storage(byte_offset, count * sizeof(T), alignof(T)));
}

}  // namespace backend
}  // namespace device
