// Large arrays on the host, whose memory all cores touch first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace retime {

/// A page is the system's until something is written to it: one core alone takes half a second for
/// a GiB of pages in a virtual machine, and everything else waits. `memory` holds no object yet.
inline void touch_pages(void* memory, std::size_t bytes) {
  constexpr std::size_t page = 4096, worth_sharing = std::size_t{16} << 20;
  if (bytes < worth_sharing) return;
  auto* const first = static_cast<volatile unsigned char*>(memory);
  const auto pages = static_cast<std::int64_t>(bytes / page);
#pragma omp parallel for
  for (std::int64_t i = 0; i < pages; ++i) first[i * page] = 0;
}

/// `count` values T{}.
template <class T>
std::vector<T> zeros(std::size_t count) {
  std::vector<T> made;
  made.reserve(count);
  touch_pages(made.data(), count * sizeof(T));
  made.resize(count);
  return made;
}

}  // namespace retime
