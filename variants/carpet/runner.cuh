// Runs a walk on the device: what its variants share.
#pragma once

#include <memory>

#include "kernels/carpet/device_walk.cuh"
#include "variants/carpet/axes.h"
#include "variants/kit/captured_run.h"
#include "variants/kit/with_real.h"

namespace carpet {

using runner = std::unique_ptr<retime::runner<distribution>>;

inline walk_options options_of(const retime::point& tuning) {
  return {.block = static_cast<unsigned>(tuning.integer("block")),
          .alternate = tuning.text("order") == "alternate",
          .programmatic_launch = tuning.text("launch") == "overlap"};
}

/// Graphs of 2000 steps; the few last steps of a probe make more than one too, of `part_of_probe`
/// steps each.
inline retime::captured_run::plan replay_of(const problem& problem, const retime::point& tuning,
                                            int part_of_probe = 2) {
  return {.steps = problem.steps,
          .part = problem.first_step > 1 ? part_of_probe : 2000,
          .in_graph = retime::in_graph(tuning.text("launch")),
          .first = problem.first_step,
          .waits = tuning.text("launch") == "wait"};
}

template <class Walk, class... Arguments>
runner run_of(const problem& problem, const retime::captured_run::plan& replay,
              Arguments... arguments) {
  return std::make_unique<retime::device_runner<distribution, Walk>>(
      replay, retime::trace_plan{retime::log_spaced(1, problem.steps)}, problem, arguments...);
}

/// `Walk<Real, Sites>` for the precision of the problem, with the given number of sites (or side of
/// a tile) a thread.
template <template <class, int> class Walk, int Sites, class... Options>
runner prepare_walk(const problem& problem, const retime::point& tuning, Options... options) {
  return retime::with_real(problem.in_double, [&]<class Real>() -> runner {
    return run_of<Walk<Real, Sites>>(problem, replay_of(problem, tuning), options_of(tuning),
                                     options...);
  });
}

/// Variants A and B: tiles of side 1, 2 or 4.
template <template <class, int> class Walk>
runner prepare_tiles(const problem& problem, const retime::point& tuning) {
  return sites_of_tile.dispatch(tuning, [&]<int Sites>() {
    constexpr int side = Sites == 16 ? 4 : Sites == 4 ? 2 : 1;
    static_assert(side * side == Sites);
    return prepare_walk<Walk, side>(problem, tuning);
  });
}

}  // namespace carpet
