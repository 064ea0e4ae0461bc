// Lists of neighbours in eights, which one or two loads of 16 bytes bring.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/apsp/graph.h"
#include "kernels/device/device.h"

namespace apsp {

template <class Id>
struct alignas(16) eight_ids {
  Id ids[8];
};

/// In a kernel: the neighbours of v are in eights[first[v]], ..., eights[first[v + 1] - 1]. What is
/// left of the last eight is v itself, where no search finds anything new.
template <class Id>
struct lists_in_eights {
  device::span<const int> first;
  device::span<const eight_ids<Id>> eights;

  __device__ __forceinline__ unsigned vertices() const {
    return static_cast<unsigned>(first.size()) - 1;
  }
};

template <class Id>
class network_in_eights {
 public:
  explicit network_in_eights(const graph& network) {
    std::vector<int> first{0};
    std::vector<eight_ids<Id>> eights;
    for (vertex v = 0; v < network.vertices(); ++v) {
      const auto list = network.neighbours(v);
      for (std::size_t i = 0; i < list.size(); ++i) {
        if (i % 8 == 0) {
          eights.emplace_back();
          for (Id& id : eights.back().ids) id = static_cast<Id>(v);
        }
        eights.back().ids[i % 8] = static_cast<Id>(list[i]);
      }
      first.push_back(static_cast<int>(eights.size()));
    }
    first_ = device::buffer<int>(first);
    eights_ = device::buffer<eight_ids<Id>>(eights);
  }

  lists_in_eights<Id> lists() const { return {first_.view(), eights_.view()}; }
  std::size_t bytes() const { return first_.bytes() + eights_.bytes(); }

 private:
  device::buffer<int> first_;
  device::buffer<eight_ids<Id>> eights_;
};

}  // namespace apsp
