// A run of numbered steps: what device_runner (captured_run.h) and host_runner (host_runner.h)
// share.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "variants/kit/trace_at.h"
#include "variants/runner.h"

namespace retime {

/// `Walk` holds the state, in arrays of its own, and has
///   reset()                      the initial state, outputs poisoned
///   step(stream, s)              enqueues step s = 1, 2, ... from where step s - 1 wrote (or the
///                                first that the plan names, from where reset() did); or
///   advance(stream, first, last) enqueues these steps, where a launch may take several; or
///   run(first, last)             for the host, where steps may want one parallel region
///   collect(steps)               the answer after that many
///   observe(steps)               {name: value} after that many, for series along the run
///   report()                     the launch that dominates; absent on the host
/// Steps begin at the first, whatever the last run left: so every run does the same work. `Replay`
/// says how they reach the device: in a graph, step and advance are called at the first run alone,
/// and at each look along a run. Where a state lies must follow from its step.
template <class Answer, class Walk, class Replay>
class stepped_runner final : public runner<Answer> {
 public:
  template <class... Arguments>
  explicit stepped_runner(const typename Replay::plan& how, trace_plan traced,
                          Arguments&&... arguments)
      : replay_(how), traced_(std::move(traced)), walk_(std::forward<Arguments>(arguments)...) {}

  void reset() override { walk_.reset(); }

  void run(device::stream& queue) override {
    replay_.run(queue, [&](int first, int last) { advance(queue, first, last); });
  }

  Answer answer() override { return walk_.collect(replay_.steps()); }

  std::map<std::string, series> trace(device::stream& queue) override {
    const auto steps = [&](int first, int last) { advance(queue, first, last); };
    return trace_at(traced_, steps, [&](int step) {
      replay_.synchronize(queue);
      return walk_.observe(step);
    });
  }

  std::optional<launch_report> launch() const override {
    if constexpr (requires { walk_.report(); }) {
      return walk_.report();
    } else {
      return std::nullopt;
    }
  }

 private:
  void advance(device::stream& queue, int first, int last) {
    if constexpr (requires { walk_.run(first, last); }) {
      walk_.run(first, last);
    } else if constexpr (requires { walk_.advance(queue, first, last); }) {
      walk_.advance(queue, first, last);
    } else {
      for (int s = first; s <= last; ++s) walk_.step(queue, s);
    }
  }

  Replay replay_;
  trace_plan traced_;
  Walk walk_;
};

}  // namespace retime
