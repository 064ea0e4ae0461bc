// Streams and events.
#pragma once

#include <cuda_runtime.h>

namespace device {

/// Ordered with the default stream, so that a buffer's upload() and download() wait for it.
class stream {
 public:
  stream();
  stream(const stream&) = delete;
  stream& operator=(const stream&) = delete;
  ~stream();

  void synchronize();
  cudaStream_t handle() const { return handle_; }

 private:
  cudaStream_t handle_ = nullptr;
};

class event {
 public:
  event();
  event(const event&) = delete;
  event& operator=(const event&) = delete;
  ~event();

  void record(stream& queue);
  void synchronize();
  cudaEvent_t handle() const { return handle_; }

 private:
  cudaEvent_t handle_ = nullptr;
};

/// Device time between two events that have both happened; the clock ticks in half microseconds.
double elapsed_ns(const event& begin, const event& end);

}  // namespace device
