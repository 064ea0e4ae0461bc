// The family: random walks on random Sierpinski carpets (Hoffmann, Hofmann, Lang, Ruenger and
// Seeger 2010).
#include <algorithm>

#include "kernels/carpet/distribution.h"
#include "kernels/carpet/reference.h"
#include "variants/carpet/axes.h"
#include "variants/carpet/parameters.h"
#include "variants/carpet/verification.h"

namespace carpet {
namespace {

/// A user's generators take the place of a built-in set. Bad input is found here, before anything
/// runs; a walk too long for memory or indices is not bad input but a record that says so.
void resolve(retime::point& point) {
  if (!point.text("generators").empty()) point.erase("occupancy");
  parameters parameters = parameters_of(point);
  parameters.steps = std::min(parameters.steps, largest_steps);
  check(parameters);
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

retime::observables observe(const problem& problem, const distribution& distribution) {
  const auto side = static_cast<double>(problem.ground->side());
  const auto accessible = static_cast<double>(problem.accessible_sites);
  return {.numbers = {{"total_probability", total_probability(problem, distribution)},
                      {"mean_square_displacement", mean_square_displacement(problem, distribution)},
                      {"accessible_sites", accessible},
                      {"occupancy", accessible / (side * side)},
                      {"start_x", static_cast<double>(problem.start.x)},
                      {"start_y", static_cast<double>(problem.start.y)},
                      {"surface_side", side},
                      {"sites_within_reach", static_cast<double>(problem.sites())}}};
}

std::vector<retime::saved_array> arrays(const problem& problem, const distribution& distribution) {
  const auto side = static_cast<std::size_t>(problem.ground->side());
  return {{"carpet", {side, side}, picture_of_carpet(problem)},
          {"distribution", {side, side}, picture_of_distribution(problem, distribution)}};
}

}  // namespace

REGISTER_FAMILY(problem,
                {.id = "carpet",
                 .title = "Random walk on random Sierpinski carpets by the master equation",
                 .axes = workload_axes(),
                 .size_axis = "steps",
                 .examples = examples(),
                 .resolve = resolve,
                 .make = [](const retime::point& point) { return make_problem(point); },
                 .reference = reference,
                 .compare = compare,
                 .probes = probes,
                 .observe = observe,
                 .arrays = arrays});

}  // namespace carpet
