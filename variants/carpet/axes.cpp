#include "variants/carpet/axes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "variants/carpet/parameters.h"
#include "variants/kit/with_real.h"

namespace carpet {

using retime::tuning;

namespace {

std::string check_occupancy(const retime::axis_value& value) {
  const double occupancy = std::get<double>(value);
  const bool right = occupancy == 0.093 || occupancy == 0.35 || occupancy == 0.59;
  return right ? "" : "0.093, 0.35 or 0.59; name a generator file by generators=FILE for others";
}

constexpr double most_sites = (2.0 * largest_steps + 1) * (2.0 * largest_steps + 1) + 1;

double real_bytes(const retime::point& point) { return retime::is_double(point) ? 8 : 4; }

double surface_side(const retime::point& point) {
  const std::string& across = point.text("surface");
  if (across == "auto") return INFINITY;
  return std::stod(across) * std::pow(generators_of(point).side, point.real("level"));
}

/// Sites of the walker's reach, a square that the surface may clip.
double reach_sites(const retime::point& point) {
  const double side = std::min(2 * point.real("steps") + 1, surface_side(point));
  return side * side;
}

/// `visits` and `last` are site visits of the run and of its last step, at `bytes` each.
retime::work work_of(const problem& problem, double visits, double last, double bytes) {
  // An update adds four neighbours, weights the site itself and divides: seven operations.
  return {.bytes = visits * bytes,
          .flops = static_cast<double>(problem.least_updates) * 7,
          .items = visits,
          .item = "site update",
          .observables = {{"last_step_bytes", last * bytes}}};
}

retime::work accessible_work(const problem& problem, double bytes) {
  return work_of(problem, static_cast<double>(problem.least_updates),
                 static_cast<double>(problem.sites()), bytes);
}

/// Rows of A's blocks are a warp wide, and the others' are of whole warps too.
retime::reason invalid_block(const retime::point& point) {
  return retime::outside(point, "block", {retime::warp, retime::most_threads, retime::warp});
}

/// Rings are numbered by shifts.
retime::reason invalid_rings(const retime::point& point) {
  const std::int64_t rings = point.integer("rings");
  if (rings >= 1 && rings <= 1024 && std::has_single_bit(static_cast<std::uint64_t>(rings)))
    return std::nullopt;
  return "rings=" + std::to_string(rings) + ": give a power of two from 1 to 1024";
}

}  // namespace

std::vector<retime::workload_axis> workload_axes() {
  return {
      {.name = "steps",
       .help = "steps S of the walk",
       .default_value = 100,
       .smoke = {50},
       .quick = {50, 100, 200, 300},
       .paper = {250, 500, 1000, 2000, 3000, 4000, 5000},
       .check = retime::between(1, 1e6),
       .always_in_key = true},
      {.name = "occupancy",
       .help = "the paper's generator set of this mean occupancy: 0.093, 0.35 or 0.59",
       .default_value = 0.093,
       .smoke = {0.093, 0.59},
       .quick = {0.093, 0.35, 0.59},
       .paper = {0.093, 0.35, 0.59},
       .check = check_occupancy,
       .always_in_key = true},
      {.name = "generators",
       .help = "a file of generators, instead of occupancy",
       .default_value = ""},
      {.name = "level",
       .help = "construction steps of an iterator",
       .default_value = 3,
       .check = retime::between(1, 16)},
      {.name = "surface",
       .help = "iterators along a side of the surface; auto: enough for the walk",
       .default_value = "auto",
       .check = retime::matching("auto|[1-9][0-9]{0,8}",
                                 "auto or a whole number of iterators, at least 1")},
      {.name = "start",
       .help = "centre, or column and row X:Y on the surface; the nearest accessible site to it is "
               "taken. random: any accessible site of the middle iterator",
       .default_value = "centre",
       .check = retime::matching("centre|random|[0-9]{1,9}:[0-9]{1,9}",
                                 "centre, random, or X:Y in sites from the surface's first")},
      retime::precision_axis(),
      {.name = "seed",
       .help = "of the random choice of generators, and of a random start",
       .default_value = 1,
       .check = retime::at_least(0)},
  };
}

std::vector<retime::tuning_axis> tile_axes() {
  return {tuning("block", {32, 64, 128, 256, 512, 1024}, 256), sites_of_tile.axis(),
          tuning("launch", {"wait", "stream", "graph", "overlap"}, "graph"),
          tuning("order", {"forward", "alternate"}, "alternate")};
}

std::vector<retime::tuning_axis> list_axes() {
  auto axes = tile_axes();
  axes[1] = sites_of_list.axis();
  axes.insert(axes.begin() + 2,
              {tuning("rings", {1, 8, 16}, 1), tuning("indices", {"cached", "streamed"})});
  return axes;
}

std::vector<retime::tuning_axis> strip_axes() {
  return {steps_of_pass.axis(), sites_of_lane.axis(), tuning("rows", {8, 16, 32, 64, 128, 256}, 64),
          tuning("launch", {"stream", "graph", "overlap"}, "graph")};
}

retime::axis_values printed_tiles() {
  return {{"sites_per_thread", 1}, {"order", "forward"}, {"launch", "wait"}};
}

retime::axis_values printed_list() {
  auto values = printed_tiles();
  values.insert({{"rings", 1}, {"indices", "cached"}});
  return values;
}

retime::reason too_many_sites(const retime::point& point) {
  // Variant B's numbering holds |x|+|y| <= 32766, which the walls of a surface can leave within a
  // smaller reach.
  const double farthest = std::min(point.real("steps"), 2 * surface_side(point));
  if (reach_sites(point) < most_sites && farthest <= 32766) return std::nullopt;
  return "steps=" + std::to_string(point.integer("steps")) +
         " reaches more sites than 32-bit indices hold: take at most " +
         std::to_string(largest_steps) + " steps, or a smaller surface";
}

retime::reason invalid_tiles(const retime::point& point) {
  return retime::first_of(
      {invalid_block(point), sites_of_tile.invalid(point), too_many_sites(point)});
}

retime::reason invalid_list(const retime::point& point) {
  return retime::first_of({invalid_block(point), sites_of_list.invalid(point), invalid_rings(point),
                           too_many_sites(point)});
}

retime::reason invalid_strips(const retime::point& point) {
  return retime::first_of({steps_of_pass.invalid(point), sites_of_lane.invalid(point),
                           retime::outside(point, "rows", {8, 4096, 8}), too_many_sites(point)});
}

double dense_memory_bytes(const retime::point& point) {
  return 2 * real_bytes(point) * reach_sites(point);
}

double list_memory_bytes(const retime::point& point) {
  const double steps = point.real("steps");
  const double sites = std::min(2 * steps * (steps + 1) + 1, reach_sites(point));
  return (16 + 2 * real_bytes(point)) * sites *
         mean_occupancy(generators_of(point), static_cast<int>(point.integer("level")));
}

double byte_memory_bytes(const retime::point& point) {
  return (2 * real_bytes(point) + 1) * reach_sites(point);
}

retime::work dense_work(const problem& problem, const retime::point& point) {
  const auto sites = static_cast<double>(problem.reach.width() * problem.reach.height());
  return work_of(problem, problem.steps * sites, sites, 2 * real_bytes(point));
}

retime::work diamond_work(const problem& problem, const retime::point& point) {
  const double visits = problem.diamond_visits(problem.steps);
  return work_of(problem, visits, visits - problem.diamond_visits(problem.steps - 1),
                 2 * real_bytes(point));
}

retime::work strip_work(const problem& problem, const retime::point& point) {
  return with_passes(diamond_work(problem, point), problem, point, 2 * real_bytes(point) + 1,
                     [&](int step) { return problem.sites_within(step); });
}

retime::work list_work(const problem& problem, const retime::point& point) {
  return accessible_work(problem, 16 + 2 * real_bytes(point));
}

retime::work host_work(const problem& problem, const retime::point& point) {
  return accessible_work(problem, 2 * real_bytes(point));
}

}  // namespace carpet
