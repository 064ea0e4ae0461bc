// What is done at every access to memory through a span or a shared array: its index is checked,
// and it may be watched. What the compiler adds to every access of a kernel stands in
// compiler_hooks.cpp.
#pragma once

#include <cstddef>
#include <type_traits>

namespace device::emulation {

/// What accesses of this host thread are watched for: bits of `watched`, which is 0 as a rule.
inline constexpr unsigned for_switches = 1;  ///< shuffle() asks for switches between threads there
inline constexpr unsigned for_counting = 2;  ///< an access_counter lives
[[gnu::tls_model("initial-exec")]] extern constinit thread_local const unsigned watched asm(
    "retime_watched");

/// Lets another thread of the block go on, if the shuffled order says so.
void maybe_switch_thread();
[[noreturn]] void index_fault(std::size_t index, std::size_t size);
[[noreturn]] void range_fault(std::size_t first, std::size_t count, std::size_t size);

/// Where shuffle() may switch threads.
inline void switch_point() {
  if ((watched & for_switches) != 0) [[unlikely]]
    maybe_switch_thread();
}

/// An access of what may be device memory, by somebody who is watched.
void watch(const void* element, bool writes);

template <class T>
inline void check_access(T* data, std::size_t index, std::size_t size) {
  if (index >= size) [[unlikely]]
    index_fault(index, size);
  if (watched != 0) [[unlikely]]
    watch(data + index, !std::is_const_v<T>);
}

inline void check_range(std::size_t first, std::size_t count, std::size_t size) {
  if (first > size || count > size - first) [[unlikely]]
    range_fault(first, count, size);
}

}  // namespace device::emulation
