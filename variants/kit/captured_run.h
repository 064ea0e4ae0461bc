// How the launches of a run reach the device: one by one, or as CUDA graphs.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "kernels/device/graph.h"
#include "kernels/device/stream.h"
#include "variants/kit/stepped_runner.h"

namespace retime {

/// The values of a tuning axis `launch`. wait: a step at a time, the host waits for each. stream: a
/// launch at a time. graph: launches are recorded once and replayed, which removes most of the gap
/// between two. overlap: the same, and blocks of a launch start while the launch before ends; the
/// launcher sets that in its launch_shape.
inline bool in_graph(const std::string& launch) { return launch == "graph" || launch == "overlap"; }

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
    bool waits = false;  ///< for each step to complete before the next is launched
  };

  explicit captured_run(const plan& how) : plan_(how) {}

  int steps() const { return plan_.steps; }
  static void synchronize(device::stream& queue) { queue.synchronize(); }

  /// `enqueue` launches the steps first..last. In a graph it is called at the first run alone.
  void run(device::stream& queue, const std::function<void(int first, int last)>& enqueue);

 private:
  void capture(device::stream& queue, const std::function<void(int, int)>& enqueue);
  void for_each_part(const std::function<void(int, int)>& use) const;
  int key_of(int first, int last) const { return plan_.alike ? last - first : first; }

  plan plan_;
  std::map<int, device::graph> graphs_;
};

template <class Answer, class Walk>
using device_runner = stepped_runner<Answer, Walk, captured_run>;

}  // namespace retime
