// Runs of the kernels that march down rows, several steps a pass, or through planes.
#pragma once

#include "variants/cahn_hilliard/runner.cuh"

namespace cahn_hilliard {

/// A pass takes March::steps steps, and one for what is left of a run.
template <class March>
class marched_walk : public fields_in_turn<typename March::real> {
  using turns = fields_in_turn<typename March::real>;
  using single = typename March::of_one_step;

 public:
  /// `extent`: rows or planes that a block writes.
  marched_walk(const problem& problem, int extent, bool overlap)
      : turns(problem),
        extent_(extent),
        several_(shape_of<March>(overlap)),
        one_(shape_of<single>(overlap)) {}

  void advance(device::stream& queue, int first, int last) {
    if (first == 1) turns::place_ = 0;
    int s = first;
    for (; s + March::steps - 1 <= last; s += March::steps) pass<March>(queue, several_);
    for (; s <= last; ++s) pass<single>(queue, one_);
  }

  /// After a run in one go, or in graphs of an even number of passes.
  field collect(int steps) const {
    return turns::fields_[passes(steps, March::steps) % 2].download();
  }
  device::launch_report report() const {
    return device::describe(March::name, March::instance(turns::midpoint_), several_);
  }

 private:
  template <class Kernel>
  device::launch_shape shape_of(bool overlap) const {
    device::launch_shape shape = Kernel::shape(turns::midpoint_, turns::problem_.n, extent_);
    shape.programmatic_launch = overlap;
    device::max_shared(Kernel::instance(turns::midpoint_), shape.shared_bytes);
    return shape;
  }

  template <class Kernel>
  void pass(device::stream& queue, const device::launch_shape& shape) {
    turns::launch(queue, Kernel::instance(turns::midpoint_), shape, turns::fields_[0].shape(),
                  extent_);
  }

  int extent_;
  device::launch_shape several_, one_;
};

/// stream: a launch a pass; graph: 64 steps a launch; overlap: the same, and blocks of a pass start
/// while the pass before ends.
inline retime::tuning_axis march_launches() {
  return retime::tuning("launch", {"stream", "graph", "overlap"}, "graph");
}

template <class March>
runner run_march(const problem& problem, const retime::point& tuning, const char* extent_axis) {
  return std::make_unique<retime::device_runner<field, marched_walk<March>>>(
      replay_of(problem, tuning), traced(problem), problem,
      static_cast<int>(tuning.integer(extent_axis)), tuning.text("launch") == "overlap");
}

}  // namespace cahn_hilliard
