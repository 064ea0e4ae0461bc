// The host's side of kernels 2, 3, 4, 5 and 7: a frontier changed in place, and the number of
// vertices in it, which is all that comes back after a level.
#pragma once

#include "kernels/apsp/search.cuh"

namespace apsp {

class counted_frontier {
 public:
  counted_frontier(vertex vertices, int block)
      : shape_(one_thread_each(vertices, block)), frontier_(vertices), counter_(1), seen_(1) {}

  void begin(device::stream& queue, device::span<int> cost, vertex source) {
    device::launch(queue, start_search, shape_, cost, frontier_.view(), counter_.view(), source);
  }

  /// After a level was launched: whether there is another.
  bool is_filled(device::stream& queue) {
    seen_.copy_from(counter_, queue);
    queue.synchronize();
    return seen_.view()[0] != 0;
  }

  const device::launch_shape& shape() const { return shape_; }
  device::span<int> flags() { return frontier_.view(); }
  device::span<int> counter() { return counter_.view(); }

 private:
  device::launch_shape shape_;
  device::buffer<int> frontier_, counter_;
  device::pinned<int> seen_;
};

/// A search whose kernel takes the graph in the layout `Layout` and no memory beyond a frontier and
/// its counter. `Layout` is made of a graph and calls `launch(with, frontier, cost)` by pass().
template <class Layout>
class counted_search {
 public:
  counted_search(const graph& network, int block)
      : network_(network), frontier_(network.vertices(), block) {}

  void begin(device::stream& queue, device::span<int> cost, vertex source) {
    frontier_.begin(queue, cost, source);
  }

  bool advance(device::stream& queue, device::span<int> cost) {
    network_.launch(queue, frontier_.shape(), frontier_.flags(), frontier_.counter(), cost);
    return frontier_.is_filled(queue);
  }

  device::launch_report describe() const { return Layout::describe(frontier_.shape()); }

 private:
  Layout network_;
  counted_frontier frontier_;
};

}  // namespace apsp
