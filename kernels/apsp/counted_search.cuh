// The host's side of kernels 2, 3, 4, 5 and 7: a frontier changed in place, and the number of
// vertices in it, which is all that comes back after a level.
#pragma once

#include "kernels/apsp/search.cuh"

namespace apsp {

class counted_frontier {
 public:
  counted_frontier(vertex vertices, int block, std::size_t ahead)
      : shape_(one_thread_each(vertices, block)),
        frontier_(vertices),
        counter_(1),
        seen_(ahead + 1) {}

  void begin(device::stream& queue, device::span<int> cost, vertex source) {
    device::launch(queue, start_search, shape_, cost, frontier_.view(), counter_.view(), source);
  }

  void look(device::stream& queue, std::size_t slot) {
    counter_.download(seen_.view().subspan(slot, 1), queue);
  }
  bool is_filled(std::size_t slot) const { return seen_.view()[slot] != 0; }

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
  counted_search(const graph& network, int block, std::size_t ahead)
      : network_(network), frontier_(network.vertices(), block, ahead) {}

  void begin(device::stream& queue, device::span<int> cost, vertex source) {
    frontier_.begin(queue, cost, source);
  }

  void level(device::stream& queue, device::span<int> cost, std::size_t slot) {
    network_.launch(queue, frontier_.shape(), frontier_.flags(), frontier_.counter(), cost);
    frontier_.look(queue, slot);
  }

  bool is_filled(std::size_t slot) const { return frontier_.is_filled(slot); }

  device::launch_report describe() const { return Layout::describe(frontier_.shape()); }

 private:
  Layout network_;
  counted_frontier frontier_;
};

}  // namespace apsp
