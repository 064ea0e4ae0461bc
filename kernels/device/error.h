// What the device layer throws. Free of CUDA, so that host code can catch it.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace device {

/// The driver refused or failed a call, or a launch shape is beyond the device.
struct error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A buffer does not fit. The case is recorded so and the sweep goes on.
struct out_of_memory : error {
  out_of_memory(const std::string& what, std::size_t needed, std::size_t free)
      : error(what), needed_bytes(needed), free_bytes(free) {}
  std::size_t needed_bytes, free_bytes;
};

/// The emulation found what CUDA leaves undefined; the message names kernel, block and thread.
struct fault : error {
  using error::error;
};

}  // namespace device
