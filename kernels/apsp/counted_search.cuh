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

/// A search whose kernel takes lists of arcs, the frontier's flags (one a vertex), the number of
/// vertices in it, and the costs (one a vertex). `Kernel` has a name, function(), and the `network`
/// that holds its lists on the device.
template <class Kernel>
class counted_search {
 public:
  counted_search(const graph& from, int block, std::size_t ahead)
      : network_(from), frontier_(from.vertices(), block, ahead) {}

  void begin(device::stream& queue, device::span<int> cost, vertex source) {
    frontier_.begin(queue, cost, source);
  }

  void level(device::stream& queue, device::span<int> cost, std::size_t slot) {
    std::apply(
        [&](auto... lists) {
          device::launch(queue, Kernel::function(), frontier_.shape(), lists..., frontier_.flags(),
                         frontier_.counter(), cost);
        },
        network_.lists());
    frontier_.look(queue, slot);
  }

  bool is_filled(std::size_t slot) const { return frontier_.is_filled(slot); }

  device::launch_report describe() const {
    return device::describe(Kernel::name, Kernel::function(), frontier_.shape());
  }

 private:
  typename Kernel::network network_;
  counted_frontier frontier_;
};

}  // namespace apsp
