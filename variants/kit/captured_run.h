// How the launches of a run reach the device: one by one, or as CUDA graphs.
#pragma once

#include <algorithm>
#include <map>
#include <string>

#include "kernels/device/device.h"
#include "variants/kit/stepped_runner.h"

namespace retime {

/// The values of a tuning axis `launch`. stream: a launch at a time. graph: launches are recorded
/// once and replayed, which removes most of the gap between two. overlap: the same, and blocks of a
/// launch start while the launch before ends; the launcher sets that in its launch_shape.
inline bool in_graph(const std::string& launch) { return launch != "stream"; }

/// The steps first..steps of a run, replayed in graphs of at most `part` steps each, which keep
/// graphs small.
class captured_run {
 public:
  struct plan {
    int steps = 0, part = 0;
    bool in_graph = false;
    /// A part's launches are those of any other of its length: one graph serves them all.
    bool alike = false;
    int first = 1;
  };

  explicit captured_run(const plan& how) : plan_(how) {}

  int steps() const { return plan_.steps; }
  static void synchronize(device::stream& queue) { queue.synchronize(); }

  /// `enqueue(first, last)` launches those steps. In a graph it is called at the first run alone.
  template <class Enqueue>
  void run(device::stream& queue, Enqueue enqueue) {
    if (!plan_.in_graph) return enqueue(plan_.first, plan_.steps);
    if (graphs_.empty()) capture(queue, enqueue);
    for_each_part([&](int first, int last) { graphs_.at(key_of(first, last)).launch(queue); });
  }

 private:
  template <class Enqueue>
  void capture(device::stream& queue, Enqueue& enqueue) {
    for_each_part([&](int first, int last) {
      if (graphs_.contains(key_of(first, last))) return;
      graphs_.emplace(key_of(first, last),
                      device::graph::capture(queue, [&] { enqueue(first, last); }));
    });
  }

  template <class Use>
  void for_each_part(Use use) const {
    for (int first = plan_.first; first <= plan_.steps; first += plan_.part)
      use(first, std::min(first + plan_.part - 1, plan_.steps));
  }

  int key_of(int first, int last) const { return plan_.alike ? last - first : first; }

  plan plan_;
  std::map<int, device::graph> graphs_;
};

template <class Answer, class Walk>
using device_runner = stepped_runner<Answer, Walk, captured_run>;

}  // namespace retime
