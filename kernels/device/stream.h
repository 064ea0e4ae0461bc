// Streams and events.
#pragma once

#include "kernels/device/backend.h"
#include "kernels/device/host_calls.h"

namespace device {

class event;

/// A queue of work, ordered with the default stream of its device, so that a buffer's upload() and
/// download() wait for it where that is current. In emulation work runs at once, and a stream is
/// always done.
class stream {
 public:
  stream() : state_(backend::make_stream()) {}

  /// Waits for all work so far; throws device::error for what went wrong in it.
  void synchronize() {
    ++calls_so_far.waits;
    backend::synchronize(*state_);
  }
  /// What it is given from now on waits for a moment of any stream, on any device.
  void wait_for(const event& moment);
  backend::stream_state& state() { return *state_; }

 private:
  backend::handle<backend::stream_state, backend::release_stream> state_;
};

/// A moment in a stream.
class event {
 public:
  event() : state_(backend::make_event()) {}

  void record(stream& queue) { backend::record(*state_, queue.state()); }
  void synchronize() {
    ++calls_so_far.waits;
    backend::synchronize(*state_);
  }

  /// Device time between two events that have both happened; the clock ticks in half microseconds.
  /// In emulation the host's time, which says nothing of a device.
  friend double elapsed_ns(const event& begin, const event& end) {
    return backend::elapsed_ns(*begin.state_, *end.state_);
  }

 private:
  friend class stream;
  backend::handle<backend::event_state, backend::release_event> state_;
};

double elapsed_ns(const event& begin, const event& end);

inline void stream::wait_for(const event& moment) { backend::wait(*state_, *moment.state_); }

}  // namespace device
