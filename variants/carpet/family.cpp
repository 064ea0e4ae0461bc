// The family: random walks on random Sierpinski carpets (Hoffmann, Hofmann, Lang, Ruenger and
// Seeger 2010).
#include <algorithm>

#include "kernels/carpet/distribution.h"
#include "kernels/carpet/reference.h"
#include "variants/carpet/axes.h"
#include "variants/carpet/parameters.h"

namespace carpet {
namespace {

using retime::point;

/// A user's generators take the place of a built-in set. Bad input is found here, before anything
/// runs; a walk too long for memory or indices is not bad input but a record that says so.
void resolve(point& at) {
  if (!at.text("generators").empty()) at.erase("occupancy");
  parameters asked = parameters_of(at);
  asked.steps = std::min(asked.steps, largest_steps);
  check(asked);
}

/// Single and double precision, walls and none, even and odd numbers of steps, a surface smaller
/// than a warp.
std::vector<retime::axis_values> examples() {
  return {{{"steps", 19}, {"occupancy", 0.35}, {"precision", "double"}},
          {{"steps", 37}, {"occupancy", 0.35}},
          {{"steps", 75}, {"occupancy", 0.59}},
          {{"steps", 1}, {"precision", "double"}},
          {{"steps", 2}},
          {{"steps", 40}, {"level", 2}, {"surface", "2"}, {"start", "3:1"}},
          {{"steps", 23}, {"level", 1}, {"surface", "1"}, {"precision", "double"}}};
}

problem make(const point& at) { return make_problem(parameters_of(at)); }

retime::verification compare(const problem& walk, const distribution& got,
                             const distribution& expected) {
  // Rounding of the largest p after 5000 steps in single precision is a few 1e-6; one site treated
  // wrongly in one step moves p by far more than the tolerance.
  return {.metric = "max |p - p_ref| / max p_ref",
          .value = greatest_difference(got, expected),
          .tolerance = walk.in_double ? 1e-12 : 2e-5};
}

retime::observables observe(const problem& walk, const distribution& at) {
  const auto side = static_cast<double>(walk.ground->side());
  const auto accessible = static_cast<double>(walk.accessible_sites);
  return {.numbers = {{"total_probability", total_probability(walk, at)},
                      {"mean_square_displacement", mean_square_displacement(walk, at)},
                      {"accessible_sites", accessible},
                      {"occupancy", accessible / (side * side)},
                      {"start_x", static_cast<double>(walk.start.x)},
                      {"start_y", static_cast<double>(walk.start.y)},
                      {"surface_side", side},
                      {"sites_within_reach", static_cast<double>(walk.sites())}}};
}

std::vector<retime::saved_array> arrays(const problem& walk, const distribution& at) {
  const auto side = static_cast<std::size_t>(walk.ground->side());
  return {{"carpet", {side, side}, picture_of_carpet(walk)},
          {"distribution", {side, side}, picture_of_distribution(walk, at)}};
}

}  // namespace

REGISTER_FAMILY(problem,
                {.id = "carpet",
                 .title = "Random walk on random Sierpinski carpets by the master equation",
                 .axes = workload_axes(),
                 .size_axis = "steps",
                 .examples = examples(),
                 .resolve = resolve,
                 .make = make,
                 .reference = reference,
                 .compare = compare,
                 .observe = observe,
                 .arrays = arrays});

}  // namespace carpet
