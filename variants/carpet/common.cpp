#include "variants/carpet/common.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>

namespace carpet {
namespace {

using retime::axis_value;
using retime::point;
using retime::tuning;
using retime::tuning_axis;

constexpr double most_sites = (2.0 * largest_steps + 1) * (2.0 * largest_steps + 1) + 1;

tuning_axis block_axis(std::int64_t fallback) {
  return tuning("block", {32, 64, 128, 256, 512, 1024}, fallback);
}

/// A launch a step; one graph of all steps; the same with every step's blocks starting while the
/// step before ends.
tuning_axis launch_axis() { return tuning("launch", {"stream", "graph", "overlap"}, "graph"); }

/// Where a sweep over the sites starts: always at the first one, or in every other step at the last
/// one.
tuning_axis order_axis() { return tuning("order", {"forward", "alternate"}, "alternate"); }

double real_bytes(const point& at) { return at.text("precision") == "double" ? 8 : 4; }
double real_bytes(const problem& of) { return of.precision == real_type::double_precision ? 8 : 4; }

generator_set generators_of(const point& at) {
  const std::string& file = at.text("generators");
  return file.empty() ? built_in_generators(at.real("occupancy")) : read_generators(file);
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
std::optional<std::string> invalid_block(std::int64_t block) {
  if (block >= 32 && block <= 1024 && block % 32 == 0) return std::nullopt;
  return "block=" + std::to_string(block) + ": give a multiple of 32 from 32 to 1024";
}

std::int64_t whole(const std::string& text) {
  std::int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

std::vector<tuning_axis> tile_axes() {
  return {block_axis(256), tuning("sites_per_thread", {1, 4, 16}, 16), launch_axis(), order_axis()};
}

std::vector<tuning_axis> list_axes() {
  return {block_axis(256),
          tuning("sites_per_thread", {1, 2, 4}, 2),
          tuning("rings", {1, 8, 16}, 1),
          tuning("indices", {"cached", "streamed"}),
          launch_axis(),
          order_axis()};
}

std::map<std::string, axis_value> printed_tiles() {
  return {{"sites_per_thread", 1}, {"order", "forward"}, {"launch", "stream"}};
}

std::map<std::string, axis_value> printed_list() {
  auto point = printed_tiles();
  point.insert({{"rings", 1}, {"indices", "cached"}});
  return point;
}

std::optional<std::string> too_many_sites(const point& at) {
  // Variant B's numbering holds |x|+|y| <= 32766, which the walls of a surface can leave within a
  // smaller reach.
  const double farthest =
      std::min(static_cast<double>(at.integer("steps")), 2 * surface_side(at, generators_of(at)));
  if (reach_sites(at) < most_sites && farthest <= 32766) return std::nullopt;
  return "steps=" + std::to_string(at.integer("steps")) +
         " reaches more sites than 32-bit indices hold: take at most " +
         std::to_string(largest_steps) + " steps, or a smaller surface";
}

std::optional<std::string> invalid_tiles(const point& at) {
  const auto block = at.integer("block"), sites = at.integer("sites_per_thread");
  if (auto why = invalid_block(block)) return why;
  if (sites != 1 && sites != 4 && sites != 16)
    return "sites_per_thread=" + std::to_string(sites) + ": give 1, 4 or 16";
  return too_many_sites(at);
}

std::optional<std::string> invalid_list(const point& at) {
  const auto block = at.integer("block"), sites = at.integer("sites_per_thread"),
             rings = at.integer("rings");
  if (auto why = invalid_block(block)) return why;
  if (sites != 1 && sites != 2 && sites != 4)
    return "sites_per_thread=" + std::to_string(sites) + ": give 1, 2 or 4";
  if (rings < 1 || rings > 1024 || !std::has_single_bit(static_cast<std::uint64_t>(rings)))
    return "rings=" + std::to_string(rings) + ": give a power of two from 1 to 1024";
  return too_many_sites(at);
}

double dense_memory_bytes(const point& at) { return 2 * real_bytes(at) * reach_sites(at); }

double list_memory_bytes(const point& at) {
  const auto steps = static_cast<double>(at.integer("steps"));
  const double sites = std::min(2 * steps * (steps + 1) + 1, reach_sites(at));
  return (16 + 2 * real_bytes(at)) * sites *
         mean_occupancy(generators_of(at), static_cast<int>(at.integer("level")));
}

double host_memory_bytes(const point& at) { return (2 * real_bytes(at) + 1) * reach_sites(at); }

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

parameters parameters_of(const point& at) {
  parameters asked;
  asked.steps = static_cast<int>(at.integer("steps"));
  asked.generators = generators_of(at);
  asked.level = static_cast<int>(at.integer("level"));
  if (at.text("surface") != "auto") asked.across = whole(at.text("surface"));
  if (const std::string& start = at.text("start"); start != "centre") {
    const auto colon = start.find(':');
    asked.start = site{whole(start.substr(0, colon)), whole(start.substr(colon + 1))};
  }
  asked.precision =
      at.text("precision") == "double" ? real_type::double_precision : real_type::single_precision;
  asked.seed = static_cast<std::uint64_t>(at.integer("seed"));
  return asked;
}

}  // namespace carpet
