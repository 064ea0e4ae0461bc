// The host's side of the kernels: a frontier on the device, and what comes back of it after a
// level.
#pragma once

#include <algorithm>
#include <tuple>

#include "kernels/apsp/networks.cuh"
#include "kernels/apsp/search.cuh"

namespace apsp {

/// A kernel's name in a template's arguments.
struct kernel_name {
  char text[32]{};
  template <std::size_t N>
  consteval kernel_name(const char (&name)[N]) {
    std::copy_n(name, N, text);
  }
};

/// What all searches have, of which the host looks at `looked_at` ints after a level: 0 means that
/// the frontier is empty. `Kernel` takes the lists of the `Network`, the frontier's flags (one a
/// vertex) and what launch() adds.
template <kernel_name Name, class Network, auto Kernel>
class frontier_search {
 public:
  void begin(device::stream& queue, device::span<int> cost, vertex source) {
    const device::launch_shape shape{.grid = shape_.grid, .block = shape_.block};
    device::launch(queue, start_search, shape, cost, frontier_.view(), counter_.view(), source);
  }

  bool is_filled(std::size_t slot) const {
    const auto seen = seen_.view().subspan(slot * looked_at_, looked_at_);
    return std::any_of(seen.begin(), seen.end(), [](int filled) { return filled != 0; });
  }

  std::size_t graph_bytes() const { return network_.bytes(); }
  device::launch_report describe() const { return device::describe(Name.text, Kernel, shape_); }

 protected:
  frontier_search(const graph& network, int block, std::size_t ahead, std::size_t looked_at,
                  std::size_t shared_bytes = 0)
      : looked_at_(looked_at),
        shape_(one_thread_each(network.vertices(), block, shared_bytes)),
        network_(network),
        frontier_(network.vertices()),
        counter_(1),
        seen_(looked_at * (ahead + 1)) {}

  template <class... Arguments>
  void launch(device::stream& queue, Arguments... more) {
    const auto with_lists = [&](auto... lists) {
      device::launch(queue, Kernel, shape_, lists..., frontier_.view(), more...);
    };
    std::apply(with_lists, network_.lists());
  }
  void look_at(const device::buffer<int>& seen, device::stream& queue, std::size_t slot) {
    seen.download(seen_.view().subspan(slot * looked_at_, looked_at_), queue);
  }

  std::size_t looked_at_;
  device::launch_shape shape_;
  Network network_;
  device::buffer<int> frontier_, counter_;
  device::pinned<int> seen_;
};

/// The search of kernels 2, 3, 4, 5 and 7 and the listings: a frontier changed in place, and the
/// number of vertices in it, which is all that comes back after a level. The kernel takes that
/// number, the costs (one a vertex) and the level, and has `shared_bytes` of dynamic shared memory.
template <kernel_name Name, class Network, auto Kernel>
class counted_search : public frontier_search<Name, Network, Kernel> {
 public:
  counted_search(const graph& network, int block, std::size_t ahead, std::size_t shared_bytes = 0)
      : counted_search::frontier_search(network, block, ahead, 1, shared_bytes) {}

  void level(device::stream& queue, device::span<int> cost, int level, std::size_t slot) {
    this->launch(queue, this->counter_.view(), cost, level);
    this->look_at(this->counter_, queue, slot);
  }
};

}  // namespace apsp
