// The family: Gaussian random fields by the spectral turning bands method (Hunger 2015).
#include "variants/turning_bands/axes.h"
#include "variants/turning_bands/observe.h"
#include "variants/turning_bands/parameters.h"
#include "variants/turning_bands/verification.h"

namespace turning_bands {
namespace {

std::vector<retime::saved_array> arrays(const problem& problem, const field& made) {
  const auto size = static_cast<std::size_t>(problem.size());
  retime::saved_array values{"field", {}, {}};
  if (problem.fields > 1) values.shape.push_back(problem.fields);
  if (problem.points.empty())
    for (const int edge : {problem.mesh.x, problem.mesh.y, problem.mesh.z})
      values.shape.push_back(edge);
  else
    values.shape.push_back(size);
  values.data.resize(made.size());
  for (std::size_t i = 0; i < made.size(); ++i) values.data[i] = made.at(i);
  if (problem.points.empty()) return {std::move(values)};
  retime::saved_array points{"points", {size, 3}, {}};
  const position& middle = problem.middle;
  for (const position& p : problem.points)
    points.data.insert(points.data.end(), {middle.x + p.x, middle.y + p.y, middle.z + p.z});
  return {std::move(values), std::move(points)};
}

/// Each mesh, line maker and correction; extents that tiles do not divide; several fields; both
/// precisions; a mesh of one cell.
std::vector<retime::axis_values> examples() {
  const auto with = [](retime::axis_values more) {
    more.insert({{"n", 17}, {"lines", 40}});
    return more;
  };
  return {
      with({}),
      with({{"mesh", "random"}, {"line_maker", "covariance"}, {"a", 3.0}, {"resolution", 8}}),
      with(
          {{"precision", "float"}, {"nx", 7}, {"nz", 40}, {"fields", 3}, {"directions", "shared"}}),
      with({{"mesh", "jittered"}, {"precision", "float"}, {"index", -3.0}, {"fields", 2}}),
      with({{"line_maker", "spectrum"}, {"resolution", 4}, {"correction", "hold"}, {"lines", 9}}),
      with(
          {{"correction", "compression"}, {"index", -1.0}, {"timed", "projection"}, {"fields", 2}}),
      with({{"n", 1}, {"lines", 3}}),
      with({{"n", 33}, {"nx", 1}, {"line_length", "100"}, {"line_maker", "covariance"}}),
  };
}

}  // namespace

REGISTER_FAMILY(problem, {.id = "turning_bands",
                          .title = "Gaussian random fields by the spectral turning bands method",
                          .axes = workload_axes(),
                          .size_axis = "n",
                          .examples = examples(),
                          .resolve = resolve,
                          .make = make_problem,
                          .reference = reference,
                          .compare = compare,
                          .observe = observe,
                          .arrays = arrays});

}  // namespace turning_bands
