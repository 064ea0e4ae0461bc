// Checks that a span makes at every access.
#pragma once

#include <cstddef>

namespace device::emulation {

/// Set while shuffle() asks for switches between threads at memory accesses.
[[gnu::tls_model("initial-exec")]] inline constinit thread_local bool interleaving = false;

/// Lets another thread of the block go on, if the shuffled order says so.
void maybe_switch_thread();
[[noreturn]] void index_fault(std::size_t index, std::size_t size);
[[noreturn]] void range_fault(std::size_t first, std::size_t count, std::size_t size);

inline void check_index(std::size_t index, std::size_t size) {
  if (index >= size) [[unlikely]]
    index_fault(index, size);
  if (interleaving) [[unlikely]]
    maybe_switch_thread();
}

inline void check_range(std::size_t first, std::size_t count, std::size_t size) {
  if (first > size || count > size - first) [[unlikely]]
    range_fault(first, count, size);
}

}  // namespace device::emulation
