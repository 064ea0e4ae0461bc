// A recorded sequence of launches and copies.
#pragma once

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "kernels/device/emulation/stream.h"

namespace device {

class graph {
 public:
  /// What `work()` puts into the stream, recorded and not run.
  template <class Work>
  static graph capture(stream& queue, Work&& work) {
    graph made;
    struct end_of_recording {
      stream& queue;
      ~end_of_recording() { queue.recording_ = nullptr; }
    } end{queue};
    queue.recording_ = &made.nodes_;
    std::forward<Work>(work)();
    return made;
  }

  void launch(stream& queue) {
    queue.enqueue([this] {
      for (const auto& node : nodes_) node();
    });
  }
  std::size_t nodes() const { return nodes_.size(); }

 private:
  std::vector<std::function<void()>> nodes_;
};

}  // namespace device
