// A recorded sequence of launches and copies: a CUDA graph, or a list of calls in emulation.
#pragma once

#include <cstddef>
#include <utility>

#include "kernels/device/backend.h"
#include "kernels/device/stream.h"

namespace device {

class graph {
 public:
  /// What `work()` puts into the stream, recorded and not run. Allocate nothing and copy nothing to
  /// or from the host in there. If it throws, the stream is as usable as before.
  template <class Work>
  static graph capture(stream& queue, Work&& work) {
    backend::begin_capture(queue.state());
    try {
      std::forward<Work>(work)();
    } catch (...) {
      backend::abandon_capture(queue.state());
      throw;
    }
    return graph(backend::end_capture(queue.state()));
  }

  void launch(stream& queue) {
    ++calls_so_far.launches;
    backend::launch(*state_, queue.state());
  }
  std::size_t nodes() const { return backend::nodes(*state_); }

 private:
  explicit graph(backend::graph_state* state) : state_(state) {}
  backend::handle<backend::graph_state, backend::release_graph> state_;
};

}  // namespace device
