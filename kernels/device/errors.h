// What the device throws. Host code of any layer may catch these without knowing which device is
// compiled in.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace device {

/// The driver, or a limit of the device, refused what was asked.
class error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A device allocation failed; the device is as usable as before.
class out_of_memory : public error {
 public:
  out_of_memory(std::size_t needed, std::size_t free)
      : error("out of device memory: " + std::to_string(needed) + " bytes needed, " +
              std::to_string(free) + " free"),
        needed_bytes(needed),
        free_bytes(free) {}
  std::size_t needed_bytes, free_bytes;
};

/// This problem is too large for the device, or for a block of the shape that was asked for; it may
/// fit into another.
class does_not_fit : public error {
 public:
  using error::error;
};

/// This program holds no code for what was asked: an instantiation of a kernel that was not
/// compiled, or none for this GPU.
class not_compiled : public error {
 public:
  using error::error;
};

/// A mistake in a kernel that the emulation found. what() reads
/// "kernel NAME, block (x, y, z), thread (x, y, z): MISTAKE".
class fault : public error {
 public:
  using error::error;
};

}  // namespace device
