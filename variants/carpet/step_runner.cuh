// Runs a walk step by step on the device: the loop that variants A, B and C share.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "kernels/carpet/distribution.h"
#include "kernels/carpet/walk_options.h"
#include "kernels/device/device.h"
#include "variants/form.h"

namespace carpet {

inline walk_options options_of(const retime::point& at) {
  return {.block = static_cast<unsigned>(at.integer("block")),
          .alternate = at.text("order") == "alternate",
          .starts_early = at.text("launch") == "overlap"};
}

/// `Walk` enqueues one step: reset(), step(stream, s), collect(steps),
/// mean_square_displacement(steps), report().
template <class Walk>
class step_runner final : public retime::runner<distribution> {
 public:
  template <class... Options>
  step_runner(const problem& of, const retime::point& at, Options... options)
      : steps_(of.steps),
        in_graph_(at.text("launch") != "stream"),
        walk_(of, options_of(at), options...) {}

  void reset() override { walk_.reset(); }

  /// Always steps 1..S from the same array to the same, so that every run does the same work.
  void run(device::stream& queue) override {
    if (!in_graph_) return enqueue(queue, 1, steps_);
    if (graphs_.empty()) capture(queue);
    for (device::graph& part : graphs_) part.launch(queue);
  }

  distribution answer() override { return walk_.collect(steps_); }

  std::map<std::string, retime::series> trace(device::stream& queue) override {
    retime::series along{"step", {}, {}};
    int done = 0;
    for (const int step : log_spaced(steps_)) {
      enqueue(queue, done + 1, step);
      queue.synchronize();
      along.x.push_back(step);
      along.y.push_back(walk_.mean_square_displacement(step));
      done = step;
    }
    return {{"mean_square_displacement", std::move(along)}};
  }

  std::optional<retime::launch_report> launch() const override { return walk_.report(); }

 private:
  void enqueue(device::stream& queue, int first, int last) {
    for (int s = first; s <= last; ++s) walk_.step(queue, s);
  }

  /// A graph of all steps removes most of the gap between two launches; parts of 2000 keep it
  /// small.
  void capture(device::stream& queue) {
    constexpr int part = 2000;
    for (int first = 1; first <= steps_; first += part) {
      graphs_.push_back(device::graph::capture(
          queue, [&] { enqueue(queue, first, std::min(first + part - 1, steps_)); }));
    }
  }

  int steps_;
  bool in_graph_;
  Walk walk_;
  std::vector<device::graph> graphs_;
};

using carpet_runner = std::unique_ptr<retime::runner<distribution>>;

/// `Walk<Real, Sites>` for the precision of the problem, with the given number of sites (or side of
/// a tile) a thread.
template <template <class, int> class Walk, int Sites, class... Options>
carpet_runner prepare_walk(const problem& of, const retime::point& at, Options... options) {
  if (of.precision == real_type::double_precision) {
    return std::make_unique<step_runner<Walk<double, Sites>>>(of, at, options...);
  }
  return std::make_unique<step_runner<Walk<float, Sites>>>(of, at, options...);
}

/// Variants A and B: tiles of side 1, 2 or 4.
template <template <class, int> class Walk>
carpet_runner prepare_tiles(const problem& of, const retime::point& at) {
  switch (at.integer("sites_per_thread")) {
    case 1:
      return prepare_walk<Walk, 1>(of, at);
    case 4:
      return prepare_walk<Walk, 2>(of, at);
    default:
      return prepare_walk<Walk, 4>(of, at);
  }
}

}  // namespace carpet
