// The limits of a launch that all CUDA devices in use share, and those of a copy, checked alike on
// both devices.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "kernels/device/errors.h"

namespace device {

inline constexpr std::size_t default_shared_bytes = 48 << 10;

/// Bytes of so many elements; all that there are if the product overflows, which no device has.
constexpr std::size_t byte_count(std::size_t elements, std::size_t element_bytes) {
  constexpr std::size_t most = static_cast<std::size_t>(-1);
  return elements > most / element_bytes ? most : elements * element_bytes;
}

/// Throws device::error unless a copy's source and target have the same number of elements.
inline void check_copy(std::size_t given, std::size_t expected) {
  if (given != expected)
    throw error("a copy of " + std::to_string(given) + " elements to or from a buffer of " +
                std::to_string(expected));
}

/// Throws device::error unless elements [first, first + count) lie in a buffer of `size`.
inline void check_copy_of_part(std::size_t first, std::size_t count, std::size_t size) {
  if (first > size || count > size - first)
    throw error("a copy of " + std::to_string(count) + " elements from element " +
                std::to_string(first) + " of a buffer of " + std::to_string(size));
}

/// Throws device::error that names the extent and its limit.
inline void check_extents(const std::array<unsigned, 3>& grid,
                          const std::array<unsigned, 3>& block) {
  constexpr std::array<unsigned, 3> most_blocks{2147483647, 65535, 65535};
  constexpr std::array<unsigned, 3> most_threads{1024, 1024, 64};
  const auto check = [](const char* name, unsigned extent, unsigned limit) {
    if (extent == 0 || extent > limit)
      throw error(std::string(name) + " = " + std::to_string(extent) + " must lie in 1.." +
                  std::to_string(limit));
  };
  constexpr std::array names{"grid.x", "grid.y", "grid.z", "block.x", "block.y", "block.z"};
  for (std::size_t d = 0; d < 3; ++d) {
    check(names[d], grid[d], most_blocks[d]);
    check(names[d + 3], block[d], most_threads[d]);
  }
  const unsigned threads = block[0] * block[1] * block[2];
  if (threads > 1024)
    throw error("a block of " + std::to_string(threads) + " threads exceeds 1024");
}

/// Throws device::error unless all blocks of a resident launch can run at once.
inline void check_resident(const std::array<unsigned, 3>& grid, int most) {
  const std::size_t blocks = std::size_t{grid[0]} * grid[1] * grid[2];
  if (blocks > static_cast<std::size_t>(most))
    throw error(std::to_string(blocks) + " blocks that wait for each other do not run at once: " +
                std::to_string(most) + " do");
}

inline void check_shared(std::size_t bytes, std::size_t limit) {
  if (bytes > limit)
    throw error(std::to_string(bytes) + " bytes of dynamic shared memory exceed the limit of " +
                std::to_string(limit));
}

}  // namespace device
