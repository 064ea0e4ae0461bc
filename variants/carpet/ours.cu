// Ours: several steps in one pass over the accessible sites alone.
#include "kernels/carpet/compact_tiles.cuh"
#include "variants/carpet/runner.cuh"

namespace carpet::ours_variant {

using retime::tuning;

/// The last steps of a probe make a graph with a pass of eight, and another.
constexpr int part_of_probe = 10;

std::vector<retime::tuning_axis> axes() {
  return {tuning("tile_side", {16, 25, 32, 40, 50, 75, 125}, 50),
          tuning("steps_per_pass", {4, 6, 8, 12, 16, 32}, 16),
          tuning("block", {64, 128, 256, 512, 1024}, 512),
          tuning("zeros", {"computed", "skipped"}, "skipped"),
          tuning("launch", {"stream", "graph", "overlap"}, "graph")};
}

retime::reason invalid(const retime::point& point) {
  if (const auto why = retime::first_of(
          {retime::outside(point, "tile_side", {4, 250, 1}),
           retime::outside(point, "steps_per_pass", {1, most_steps_of_pass, 1}),
           retime::outside(point, "block", {retime::warp, retime::most_threads, retime::warp}),
           too_many_sites(point)}))
    return why;
  if (point.integer("steps_per_pass") <= point.integer("tile_side")) return std::nullopt;
  return "steps_per_pass=" + std::to_string(point.integer("steps_per_pass")) +
         ": at most tile_side=" + std::to_string(point.integer("tile_side")) +
         ", so that a walker leaves the tiles around for no others";
}

bool skips_zeros(const retime::point& point) { return point.text("zeros") == "skipped"; }

/// Bytes: p read and written once a pass of the sites that its last step updates; where zeros are
/// skipped it is not known before how many of them, and p written once is what is left.
retime::work work(const problem& problem, const retime::point& point) {
  const double real = retime::is_double(point) ? 8 : 4;
  if (skips_zeros(point)) {
    retime::work total = host_work(problem, point);
    total.bytes = static_cast<double>(problem.sites()) * real;
    total.observables["last_step_bytes"] = total.bytes;
    return total;
  }
  const std::vector<std::int64_t> within = problem.accessible_within();
  return with_passes(host_work(problem, point), problem, point, 2 * real,
                     [&](int step) { return static_cast<double>(within[step]); });
}

runner prepare(const problem& problem, const retime::point& point) {
  const tile_options tiles{.side = static_cast<int>(point.integer("tile_side")),
                           .steps_per_pass = static_cast<int>(point.integer("steps_per_pass")),
                           .skips_zeros = skips_zeros(point)};
  const walk_options options{.block = static_cast<unsigned>(point.integer("block")),
                             .programmatic_launch = point.text("launch") == "overlap"};
  return retime::with_real(problem.in_double, [&]<class Real>() -> runner {
    return run_of<compact_tiles_walk<Real>>(problem, replay_of(problem, point, part_of_probe),
                                            tiles, options);
  });
}

REGISTER_VARIANT(problem, {.id = "ours",
                           .base = "c_compact",
                           .axes = axes(),
                           .invalid = invalid,
                           .memory_bytes = list_memory_bytes,
                           .work = work,
                           .prepare = prepare});

}  // namespace carpet::ours_variant
