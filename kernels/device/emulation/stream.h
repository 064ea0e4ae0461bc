// Streams and events. Work runs at once, so a stream is always done, except while a graph records
// it.
#pragma once

#include <functional>
#include <vector>

namespace device {

class stream {
 public:
  stream() = default;
  stream(const stream&) = delete;
  stream& operator=(const stream&) = delete;

  void synchronize() {}

  /// Runs `work`, or keeps it for the graph that records this stream.
  template <class Work>
  void enqueue(Work&& work) {
    if (recording_ != nullptr)
      recording_->emplace_back(std::forward<Work>(work));
    else
      work();
  }

 private:
  friend class graph;
  std::vector<std::function<void()>>* recording_ = nullptr;
};

class event {
 public:
  event() = default;
  event(const event&) = delete;
  event& operator=(const event&) = delete;

  void record(stream& queue);
  void synchronize() {}

 private:
  friend double elapsed_ns(const event& begin, const event& end);
  double time_ns_ = 0;
};

/// Host time between two recorded events; of the emulation, not of a device.
double elapsed_ns(const event& begin, const event& end);

}  // namespace device
