// Ours: several steps of the walk in one pass over memory.
#include "kernels/carpet/several_steps.cuh"
#include "variants/carpet/runner.cuh"

namespace carpet::several_steps_variant {

/// The last steps of a probe make a graph with a pass of the largest size, and another.
constexpr int part_of_probe = 10;

runner prepare(const problem& problem, const retime::point& tuning) {
  const auto steps = static_cast<int>(tuning.integer(steps_of_pass.name));
  const auto rows = static_cast<int>(tuning.integer("rows"));
  return sites_of_lane.dispatch(tuning, [&]<int Sites>() {
    return retime::with_real(problem.in_double, [&]<class Real>() -> runner {
      return run_of<several_steps_walk<Real, Sites>>(
          problem, replay_of(problem, tuning, part_of_probe), steps, rows,
          walk_options{.programmatic_launch = tuning.text("launch") == "overlap"});
    });
  });
}

REGISTER_VARIANT(problem, {.id = "several_steps",
                           .base = "a_dense",
                           .axes = strip_axes(),
                           .invalid = invalid_strips,
                           .memory_bytes = byte_memory_bytes,
                           .work = strip_work,
                           .prepare = prepare});

}  // namespace carpet::several_steps_variant
