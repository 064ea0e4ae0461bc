// The kernels that timing itself needs: ones of known length, and ones that fill, empty or stream
// through memory.
#pragma once

#include <cstddef>

#include "kernels/device/device.h"

namespace retime::probes {

/// Does nothing.
void empty(device::stream& queue);

/// One thread that reads its clock until `cycles` have passed. Returns at once in emulation, which
/// has no clock.
void spin(device::stream& queue, long long cycles);

/// How far the SM's clock and the device's nanosecond clock went during a spin: {cycles,
/// nanoseconds}.
struct two_clocks {
  long long cycles = 0, time_ns = 0;
};
two_clocks spin_and_read(device::stream& queue, long long cycles);

/// Reads a buffer of three times L2, so that nothing else is left in it. Reads only: written lines
/// would still have to leave while the next kernel is timed.
class l2_flush {
 public:
  l2_flush();
  void operator()(device::stream& queue);

 private:
  device::buffer<float4> lines_;
  device::buffer<float> sink_;
};

/// Copies one buffer to another, as the driver does it.
class memory_copy {
 public:
  /// Two buffers of `bytes` each. Throws device::out_of_memory.
  explicit memory_copy(std::size_t bytes);
  void operator()(device::stream& queue);
  double bytes_moved() const { return 2 * static_cast<double>(from_.bytes()); }

 private:
  device::buffer<float4> from_, to_;
};

/// Reads a buffer `passes` times. Each pass gives a block another part than the pass before, so
/// that no SM finds its part in its own L1.
class repeated_read {
 public:
  repeated_read(std::size_t bytes, int passes);
  void operator()(device::stream& queue);
  double bytes_read() const { return static_cast<double>(lines_.bytes()) * passes_; }

 private:
  device::buffer<float4> lines_;
  device::buffer<float> sink_;
  int passes_;
};

}  // namespace retime::probes
