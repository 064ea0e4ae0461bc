// The family: random walks on random Sierpinski carpets (Hoffmann, Hofmann, Lang, Ruenger and
// Seeger 2010).
#include <algorithm>
#include <string>

#include "kernels/carpet/distribution.h"
#include "kernels/carpet/reference.h"
#include "variants/carpet/common.h"
#include "variants/form.h"

namespace carpet {
namespace {

using retime::axis_value;
using retime::point;

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

std::vector<retime::workload_axis> axes() {
  return {
      {.name = "steps",
       .help = "steps S of the walk",
       .fallback = std::int64_t{100},
       .smoke = {std::int64_t{50}},
       .quick = {std::int64_t{50}, std::int64_t{100}, std::int64_t{200}, std::int64_t{300}},
       .paper = {std::int64_t{250}, std::int64_t{500}, std::int64_t{1000}, std::int64_t{2000},
                 std::int64_t{3000}, std::int64_t{4000}, std::int64_t{5000}},
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
      {.name = "generators",
       .help = "a file of generators, instead of occupancy",
       .fallback = std::string{}},
      {.name = "level",
       .help = "construction steps of an iterator",
       .fallback = std::int64_t{3},
       .check = retime::between(1, 16)},
      {.name = "surface",
       .help = "iterators along a side of the surface; auto: enough for the walk",
       .fallback = std::string{"auto"},
       .check = check_surface},
      {.name = "start",
       .help = "centre, or column and row X:Y on the surface; the nearest accessible site to it is "
               "taken",
       .fallback = std::string{"centre"},
       .check = check_start},
      {.name = "precision",
       .help = "float or double",
       .fallback = std::string{"float"},
       .check = retime::one_of({"float", "double"})},
      {.name = "seed",
       .help = "of the random choice of generators",
       .fallback = std::int64_t{1},
       .check = retime::at_least(0)},
  };
}

/// A user's generators take the place of a built-in set. Bad input is found here, before anything
/// runs; a walk too long for memory or indices is not bad input but a record that says so.
void resolve(point& at) {
  if (!at.text("generators").empty()) at.erase("occupancy");
  parameters asked = parameters_of(at);
  asked.steps = std::min(asked.steps, largest_steps);
  check(asked);
}

problem make(const point& at) { return make_problem(parameters_of(at)); }

retime::verification compare(const problem& of, const distribution& got,
                             const distribution& expected) {
  // Rounding of the largest p after 5000 steps in single precision is a few 1e-6; one site treated
  // wrongly in one step moves p by far more than the tolerance.
  return {.metric = "max |p - p_ref| / max p_ref",
          .value = greatest_difference(got, expected),
          .tolerance = of.precision == real_type::double_precision ? 1e-12 : 2e-5};
}

retime::observables observe(const problem& of, const distribution& at) {
  retime::observables seen;
  const auto side = static_cast<double>(of.ground->side());
  const auto accessible = static_cast<double>(of.accessible_sites);
  seen.numbers = {
      {"total_probability", total_probability(of, at)},
      {"mean_square_displacement", mean_square_displacement(of, at)},
      {"accessible_sites", accessible},
      {"occupancy", accessible / (side * side)},
      {"start_x", static_cast<double>(of.start.x)},
      {"start_y", static_cast<double>(of.start.y)},
      {"surface_side", side},
      {"sites_within_reach", static_cast<double>(of.sites())},
  };
  return seen;
}

std::vector<retime::saved_array> arrays(const problem& of, const distribution& at) {
  const auto side = static_cast<std::size_t>(of.ground->side());
  return {{"carpet", {side, side}, picture_of_carpet(of)},
          {"distribution", {side, side}, picture_of_distribution(of, at)}};
}

}  // namespace

REGISTER_FAMILY(problem,
                {.id = "carpet",
                 .title = "Random walk on random Sierpinski carpets by the master equation",
                 .axes = axes(),
                 .size_axis = "steps",
                 .resolve = resolve,
                 .make = make,
                 .reference = reference,
                 .compare = compare,
                 .observe = observe,
                 .arrays = arrays});

}  // namespace carpet
