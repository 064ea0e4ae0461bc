// Counts what kernels read and write, which only the emulation can.
#pragma once

#include <optional>

#include "kernels/device/access_count.h"
#include "kernels/device/backend.h"

namespace device {

/// Counts the accesses of device buffers and textures by kernels that run while it lives; one at a
/// time. A span<const T> and a texture are read; every access through a span<T> counts as a write,
/// since v[i] does not show what is done with the element. An atomic on &v[i] is such an access.
/// Shared memory, local arrays, copies and FFTs do not count; bare pointers are not seen.
class access_counter {
 public:
  access_counter() { backend::begin_counting(); }
  access_counter(const access_counter&) = delete;
  access_counter& operator=(const access_counter&) = delete;
  ~access_counter() { backend::end_counting(); }

  /// What the launches that have ended accessed; nothing on a GPU.
  std::optional<access_count> counted() const { return backend::counted(); }
};

}  // namespace device
