// The family: random walks on random Sierpinski carpets (Hoffmann, Hofmann, Lang, Ruenger and
// Seeger 2010).
#include <algorithm>
#include <string>

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

/// A walk from one site leaves p below rounding on all but the sites near it: a variant that never
/// updates the others would pass. So it must get the last steps right from a state that is of order
/// one everywhere, too. Eleven are a pass of eight, of two and of one where a pass takes several
/// steps, and write both arrays more than once. Three steps from one site show every site by
/// themselves: p is at least 1/64 where it is not 0.
std::vector<retime::probe<problem>> probes(const problem& walk) {
  constexpr int steps = 11, shown_without = 3;
  if (walk.steps <= shown_without) return {};
  problem last = walk;
  last.first_step = std::max(walk.steps - steps + 1, 2);
  return {{"over steps " + std::to_string(last.first_step) + " to " + std::to_string(last.steps) +
               " from a random state of all sites",
           last}};
}

/// Of a single-precision walk from one site: the largest p is rounded by a few 1e-6 of itself in
/// 5000 steps; one site near the start treated wrongly in one step moves p by far more.
constexpr double tolerance_in_single = 2e-5;

/// Up to 511 steps no p is below 4^-511, so none is denormal in double precision, and variants
/// agree with the reference bit for bit. Beyond, the CPU counts denormal numbers as 0 and the GPU
/// does not.
double tolerance_in_double(int steps) { return steps <= 511 ? 0 : 1e-12; }

retime::verification compare(const problem& walk, const distribution& got,
                             const distribution& expected) {
  // Variants add in the reference's order, in its precision, and nothing here is denormal.
  if (walk.first_step > 1) {
    return {.metric = "max |p - p_ref| / p_ref of a site",
            .value = greatest_difference_of_a_site(got, expected)};
  }
  return {.metric = "max |p - p_ref| / max p_ref",
          .value = greatest_difference(got, expected),
          .tolerance = walk.in_double ? tolerance_in_double(walk.steps) : tolerance_in_single};
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
                 .probes = probes,
                 .observe = observe,
                 .arrays = arrays});

}  // namespace carpet
