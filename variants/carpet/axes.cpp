#include "variants/carpet/axes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "variants/carpet/parameters.h"
#include "variants/kit/with_real.h"

namespace carpet {

using retime::axis_value;
using retime::point;
using retime::tuning;

namespace {

bool is_number(const std::string& text) {
  return !text.empty() && text.size() <= 9 &&
         text.find_first_not_of("0123456789") == std::string::npos;
}

std::string check_surface(const axis_value& value) {
  const auto& text = std::get<std::string>(value);
  const bool right = text == "auto" || (is_number(text) && std::stoi(text) >= 1);
  return right ? "" : "auto or a whole number of iterators, at least 1";
}

std::string check_start(const axis_value& value) {
  const auto& text = std::get<std::string>(value);
  const auto colon = std::min(text.find(':'), text.size());
  const bool right = text == "centre" || (colon < text.size() && is_number(text.substr(0, colon)) &&
                                          is_number(text.substr(colon + 1)));
  return right ? "" : "centre, or X:Y in sites from the surface's first";
}

std::string check_occupancy(const axis_value& value) {
  const double given = std::get<double>(value);
  const bool right = given == 0.093 || given == 0.35 || given == 0.59;
  return right ? "" : "0.093, 0.35 or 0.59; name a generator file by generators=FILE for others";
}

constexpr double most_sites = (2.0 * largest_steps + 1) * (2.0 * largest_steps + 1) + 1;

retime::tuning_axis block_axis(std::int64_t fallback) {
  return tuning("block", {32, 64, 128, 256, 512, 1024}, fallback);
}

/// A launch a step; one graph of all steps; the same with every step's blocks starting while the
/// step before ends.
retime::tuning_axis launch_axis() {
  return tuning("launch", {"stream", "graph", "overlap"}, "graph");
}

/// Where a sweep over the sites starts: always at the first one, or in every other step at the last
/// one.
retime::tuning_axis order_axis() { return tuning("order", {"forward", "alternate"}, "alternate"); }

double real_bytes(bool is_double) { return is_double ? 8 : 4; }
double real_bytes(const problem& problem) {
  return real_bytes(problem.precision == real_type::double_precision);
}

double surface_side(const point& at, const generator_set& set) {
  const std::string& across = at.text("surface");
  if (across == "auto") return INFINITY;
  return std::stod(across) * std::pow(set.side, static_cast<double>(at.integer("level")));
}

/// Sites of the walker's reach, a square that the surface may clip.
double reach_sites(const point& at) {
  const double side = std::min(2.0 * static_cast<double>(at.integer("steps")) + 1,
                               surface_side(at, generators_of(at)));
  return side * side;
}

/// `visits` and `last` are site visits of the run and of its last step, at `bytes` each.
retime::work work_of(double visits, double last, double bytes, double updates) {
  // An update adds four neighbours, weights the site itself and divides: seven operations.
  return {.bytes = visits * bytes,
          .flops = updates * 7,
          .items = visits,
          .item = "site update",
          .observables = {{"last_step_bytes", last * bytes}}};
}

/// Rows of A's blocks are a warp wide, and the others' are of whole warps too.
retime::reason invalid_block(const point& at) {
  return retime::outside(at, "block", {retime::warp, retime::most_threads, retime::warp});
}

/// Rings are numbered by shifts.
retime::reason invalid_rings(const point& at) {
  const std::int64_t rings = at.integer("rings");
  if (rings >= 1 && rings <= 1024 && std::has_single_bit(static_cast<std::uint64_t>(rings)))
    return std::nullopt;
  return "rings=" + std::to_string(rings) + ": give a power of two from 1 to 1024";
}

}  // namespace

std::vector<retime::workload_axis> workload_axes() {
  return {
      {.name = "steps",
       .help = "steps S of the walk",
       .fallback = 100,
       .smoke = {50},
       .quick = {50, 100, 200, 300},
       .paper = {250, 500, 1000, 2000, 3000, 4000, 5000},
       .check = retime::between(1, 1e6),
       .always_in_key = true},
      {.name = "occupancy",
       .help = "the paper's generator set of this mean occupancy: 0.093, 0.35 or 0.59",
       .fallback = 0.093,
       .smoke = {0.093, 0.59},
       .quick = {0.093, 0.35, 0.59},
       .paper = {0.093, 0.35, 0.59},
       .check = check_occupancy,
       .always_in_key = true},
      {.name = "generators", .help = "a file of generators, instead of occupancy", .fallback = ""},
      {.name = "level",
       .help = "construction steps of an iterator",
       .fallback = 3,
       .check = retime::between(1, 16)},
      {.name = "surface",
       .help = "iterators along a side of the surface; auto: enough for the walk",
       .fallback = "auto",
       .check = check_surface},
      {.name = "start",
       .help = "centre, or column and row X:Y on the surface; the nearest accessible site to it is "
               "taken",
       .fallback = "centre",
       .check = check_start},
      retime::precision_axis(),
      {.name = "seed",
       .help = "of the random choice of generators",
       .fallback = 1,
       .check = retime::at_least(0)},
  };
}

std::vector<retime::tuning_axis> tile_axes() {
  return {block_axis(256), sites_of_tile.axis(), launch_axis(), order_axis()};
}

std::vector<retime::tuning_axis> list_axes() {
  return {block_axis(256),
          sites_of_list.axis(),
          tuning("rings", {1, 8, 16}, 1),
          tuning("indices", {"cached", "streamed"}),
          launch_axis(),
          order_axis()};
}

retime::axis_values printed_tiles() {
  return {{"sites_per_thread", 1}, {"order", "forward"}, {"launch", "stream"}};
}

retime::axis_values printed_list() {
  auto point = printed_tiles();
  point.insert({{"rings", 1}, {"indices", "cached"}});
  return point;
}

retime::reason too_many_sites(const point& at) {
  // Variant B's numbering holds |x|+|y| <= 32766, which the walls of a surface can leave within a
  // smaller reach.
  const double farthest =
      std::min(static_cast<double>(at.integer("steps")), 2 * surface_side(at, generators_of(at)));
  if (reach_sites(at) < most_sites && farthest <= 32766) return std::nullopt;
  return "steps=" + std::to_string(at.integer("steps")) +
         " reaches more sites than 32-bit indices hold: take at most " +
         std::to_string(largest_steps) + " steps, or a smaller surface";
}

retime::reason invalid_tiles(const point& at) {
  return retime::first_of({invalid_block(at), sites_of_tile.invalid(at), too_many_sites(at)});
}

retime::reason invalid_list(const point& at) {
  return retime::first_of(
      {invalid_block(at), sites_of_list.invalid(at), invalid_rings(at), too_many_sites(at)});
}

double dense_memory_bytes(const point& at) {
  return 2 * real_bytes(retime::is_double(at)) * reach_sites(at);
}

double list_memory_bytes(const point& at) {
  const auto steps = static_cast<double>(at.integer("steps"));
  const double sites = std::min(2 * steps * (steps + 1) + 1, reach_sites(at));
  return (16 + 2 * real_bytes(retime::is_double(at))) * sites *
         mean_occupancy(generators_of(at), static_cast<int>(at.integer("level")));
}

double host_memory_bytes(const point& at) {
  return (2 * real_bytes(retime::is_double(at)) + 1) * reach_sites(at);
}

retime::work dense_work(const problem& of, const point&) {
  const auto sites = static_cast<double>(of.reach.width() * of.reach.height());
  return work_of(of.steps * sites, sites, 2 * real_bytes(of), of.least_updates());
}

retime::work diamond_work(const problem& of, const point&) {
  return work_of(of.diamond_visits(), of.last_diamond_visits(), 2 * real_bytes(of),
                 of.least_updates());
}

retime::work list_work(const problem& of, const point&) {
  return work_of(of.least_updates(), static_cast<double>(of.sites()), 16 + 2 * real_bytes(of),
                 of.least_updates());
}

retime::work host_work(const problem& of, const point&) {
  return work_of(of.least_updates(), static_cast<double>(of.sites()), 2 * real_bytes(of),
                 of.least_updates());
}

}  // namespace carpet
