// A stream runs its work at once, unless a graph records it.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "kernels/device/backend.h"

namespace device::backend {

struct graph_state {
  std::vector<std::function<void()>> nodes;
};

struct stream_state {
  graph_state* recording = nullptr;

  template <class Work>
  void enqueue(Work&& work) {
    if (recording != nullptr)
      recording->nodes.emplace_back(std::forward<Work>(work));
    else
      work();
  }
};

}  // namespace device::backend
