// The calls that GCC and Clang insert before every access with -fsanitize=thread. The emulation
// answers them itself, in place of ThreadSanitizer's own library, which takes threads of the host
// for what races, not those of a kernel. The files that hold kernels are compiled so, this one not.
#include "kernels/device/emulation/compiler_hooks.h"

#if defined(RETIME_ACCESSES_ANNOUNCED)

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernels/device/emulation/access.h"
#include "kernels/device/emulation/device_access.h"
#include "kernels/device/emulation/running_thread.h"
#include "kernels/device/emulation/shared_memory_access.h"
#include "kernels/device/emulation/suspicion.h"

namespace device::emulation {
namespace {

bool is_shared(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address) - running.shared_begin < running.shared_bytes;
}

/// What is to be done besides, which is rare.
[[gnu::noinline]] void beside(const void* address) {
  settle_suspicion();
  if ((running.mode & running_thread::may_switch) != 0 &&
      (heap.holds(address) || is_shared(address)))
    maybe_switch_thread();
}

bool is_watched(const void* address) {
  if (running.mode == 0) [[unlikely]]
    return false;
  if (running.mode != running_thread::in_kernel) [[unlikely]]
    beside(address);
  return true;
}

/// All that an access may need. Apart, so that the usual way keeps no registers for it.
template <std::size_t Bytes, bool Writes>
[[gnu::noinline]] void access(const void* address) {
  if (!is_watched(address)) return;
  if (is_device_memory(address, Bytes, Writes)) {
    if constexpr (Bytes < 4)
      part_of_word_access(address, Bytes, Writes);
    else if constexpr (Writes)
      write_words(running, address, Bytes);
    else
      read_words(running, address, Bytes);
  } else if (is_shared(address)) {
    constexpr auto kind = Writes ? access_kind::write : access_kind::read;
    if constexpr (Bytes < 4)
      settle_shared_access(address, Bytes, kind);
    else
      shared_words_access<Bytes, kind>(running, address);
  }
}

/// The usual way: device memory of which nothing is to be settled.
template <std::size_t Bytes>
void read(const void* address) {
  if constexpr (Bytes == 4 || Bytes == 8)
    if (running.mode == running_thread::in_kernel && running.reaches(address) &&
        are_settled_for_reading<Bytes / 4>(running, heap.shadow_of(address)))
      return;
  access<Bytes, false>(address);
}

template <std::size_t Bytes>
void write(const void* address) {
  if constexpr (Bytes == 4 || Bytes == 8)
    if (running.mode == running_thread::in_kernel && running.reaches(address)) {
      shadow_cell* const cells = heap.shadow_of(address);
      if (are_settled_for_writing<Bytes / 4>(running, cells)) {
        for (std::size_t w = 0; w < Bytes / 4; ++w) cells[w] = running.stamp;
        return;
      }
    }
  access<Bytes, true>(address);
}

void access_atomically(const void* address, std::size_t bytes, access_kind kind) {
  if (!is_watched(address)) return;
  if (is_device_memory(address, bytes, kind != access_kind::atomic_read))
    atomic_device_access(address, bytes, kind != access_kind::atomic_write,
                         kind != access_kind::atomic_read);
  else if (is_shared(address))
    settle_shared_access(address, bytes, kind);
}

/// The range may have any length and alignment, as when a structure is copied.
void access_range(const void* address, std::size_t bytes, bool writes) {
  if (!is_watched(address) || bytes == 0) return;
  if (is_device_memory(address, bytes, writes)) {
    const auto* first = static_cast<const std::byte*>(address);
    for (std::size_t i = 0; i < bytes; ++i) part_of_word_access(first + i, 1, writes);
  } else if (is_shared(address)) {
    settle_shared_access(address, bytes, writes ? access_kind::write : access_kind::read);
  }
}

/// One end of a copy. Clang copies what is a vector so.
template <bool Writes>
void access_copied(const void* address, std::size_t bytes) {
  const bool is_of_words = reinterpret_cast<std::uintptr_t>(address) % 4 == 0;
  if (is_of_words && bytes == 16)
    access<16, Writes>(address);
  else if (is_of_words && bytes == 8)
    access<8, Writes>(address);
  else if (is_of_words && bytes == 4)
    access<4, Writes>(address);
  else
    access_range(address, bytes, Writes);
}

}  // namespace

void announce_read(const void* address, std::size_t bytes) { access_range(address, bytes, false); }
void announce_write(const void* address, std::size_t bytes) { access_range(address, bytes, true); }

}  // namespace device::emulation

using device::emulation::access_kind;

// NOLINTBEGIN(bugprone-reserved-identifier): the compiler gives the names
#define RETIME_ACCESSES_OF(bytes)                                                                  \
  void __tsan_read##bytes(void* p) { device::emulation::read<bytes>(p); }                          \
  void __tsan_write##bytes(void* p) { device::emulation::write<bytes>(p); }                        \
  void __tsan_unaligned_read##bytes(void* p) { device::emulation::access_range(p, bytes, false); } \
  void __tsan_unaligned_write##bytes(void* p) { device::emulation::access_range(p, bytes, true); } \
  void __tsan_volatile_read##bytes(void* p) {                                                      \
    device::emulation::access_atomically(p, bytes, access_kind::atomic_read);                      \
  }                                                                                                \
  void __tsan_volatile_write##bytes(void* p) {                                                     \
    device::emulation::access_atomically(p, bytes, access_kind::atomic_write);                     \
  }

#define RETIME_ATOMICS_OF(bits, T)                                                                 \
  T __tsan_atomic##bits##_load(const volatile T* p, int) {                                         \
    device::emulation::access_atomically(const_cast<const T*>(p), sizeof(T),                       \
                                         access_kind::atomic_read);                                \
    return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                                   \
  }                                                                                                \
  void __tsan_atomic##bits##_store(volatile T* p, T value, int) {                                  \
    device::emulation::access_atomically(const_cast<T*>(p), sizeof(T), access_kind::atomic_write); \
    __atomic_store_n(p, value, __ATOMIC_SEQ_CST);                                                  \
  }                                                                                                \
  T __tsan_atomic##bits##_exchange(volatile T* p, T value, int) {                                  \
    device::emulation::access_atomically(const_cast<T*>(p), sizeof(T), access_kind::atomic_write); \
    return __atomic_exchange_n(p, value, __ATOMIC_SEQ_CST);                                        \
  }                                                                                                \
  RETIME_ATOMIC_UPDATE(bits, T, add)                                                               \
  RETIME_ATOMIC_UPDATE(bits, T, sub)                                                               \
  RETIME_ATOMIC_UPDATE(bits, T, and)                                                               \
  RETIME_ATOMIC_UPDATE(bits, T, or)                                                                \
  RETIME_ATOMIC_UPDATE(bits, T, xor)                                                               \
  RETIME_ATOMIC_UPDATE(bits, T, nand)                                                              \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile T* p, T* expected, T value, int,      \
                                                    int) {                                         \
    device::emulation::access_atomically(const_cast<T*>(p), sizeof(T),                             \
                                         access_kind::atomic_update);                              \
    return __atomic_compare_exchange_n(p, expected, value, false, __ATOMIC_SEQ_CST,                \
                                       __ATOMIC_SEQ_CST);                                          \
  }                                                                                                \
  int __tsan_atomic##bits##_compare_exchange_weak(volatile T* p, T* expected, T value, int, int) { \
    return __tsan_atomic##bits##_compare_exchange_strong(p, expected, value, 0, 0);                \
  }                                                                                                \
  T __tsan_atomic##bits##_compare_exchange_val(volatile T* p, T expected, T value, int, int) {     \
    __tsan_atomic##bits##_compare_exchange_strong(p, &expected, value, 0, 0);                      \
    return expected;                                                                               \
  }

#define RETIME_ATOMIC_UPDATE(bits, T, operation)                           \
  T __tsan_atomic##bits##_fetch_##operation(volatile T* p, T value, int) { \
    device::emulation::access_atomically(const_cast<T*>(p), sizeof(T),     \
                                         access_kind::atomic_update);      \
    return __atomic_fetch_##operation(p, value, __ATOMIC_SEQ_CST);         \
  }

extern "C" {

void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_vptr_update(void**, void*) {}
void __tsan_vptr_read(void**) {}

RETIME_ACCESSES_OF(1)
RETIME_ACCESSES_OF(2)
RETIME_ACCESSES_OF(4)
RETIME_ACCESSES_OF(8)
RETIME_ACCESSES_OF(16)
void __tsan_read_range(void* p, std::size_t bytes) {
  device::emulation::access_range(p, bytes, false);
}
void __tsan_write_range(void* p, std::size_t bytes) {
  device::emulation::access_range(p, bytes, true);
}

// Clang's, in place of the copy or the filling itself.
void* __tsan_memcpy(void* to, const void* from, std::size_t bytes) {
  device::emulation::access_copied<false>(from, bytes);
  device::emulation::access_copied<true>(to, bytes);
  return std::memcpy(to, from, bytes);
}
void* __tsan_memmove(void* to, const void* from, std::size_t bytes) {
  device::emulation::access_copied<false>(from, bytes);
  device::emulation::access_copied<true>(to, bytes);
  return std::memmove(to, from, bytes);
}
void* __tsan_memset(void* to, int value, std::size_t bytes) {
  device::emulation::access_copied<true>(to, bytes);
  return std::memset(to, value, bytes);
}

RETIME_ATOMICS_OF(8, std::uint8_t)
RETIME_ATOMICS_OF(16, std::uint16_t)
RETIME_ATOMICS_OF(32, std::uint32_t)
RETIME_ATOMICS_OF(64, std::uint64_t)
void __tsan_atomic_thread_fence(int) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void __tsan_atomic_signal_fence(int) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

}  // extern "C"
// NOLINTEND(bugprone-reserved-identifier)

#else

namespace device::emulation {

// Nothing is known of a kernel's own accesses.
void announce_read(const void*, std::size_t) {}
void announce_write(const void*, std::size_t) {}

}  // namespace device::emulation

#endif
