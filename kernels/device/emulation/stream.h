// A stream runs its work at once, unless a graph records it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "kernels/device/backend.h"
#include "kernels/device/emulation/devices.h"

namespace device::backend {

struct graph_state {
  std::vector<std::function<void()>> nodes;
};

/// How much of other streams' work comes before what is next, by the streams' numbers.
using streams_seen = std::map<std::uint64_t, std::uint64_t>;

struct stream_state {
  explicit stream_state(std::uint64_t number) : id(number) {}

  const std::uint64_t id;  ///< counted through all streams of the process
  const int device = emulation::current_device;
  graph_state* recording = nullptr;
  streams_seen seen{{id, 0}};

  std::uint64_t given() const { return seen.at(id); }
  void see(const streams_seen& earlier) {
    for (const auto& [stream, given] : earlier) seen[stream] = std::max(seen[stream], given);
  }
  void see(const stream_state& earlier) { see(earlier.seen); }

  template <class Work>
  void enqueue(Work&& work) {
    ++seen[id];
    if (recording != nullptr)
      recording->nodes.emplace_back(std::forward<Work>(work));
    else
      work();
  }
};

}  // namespace device::backend
