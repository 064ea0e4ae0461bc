// The family of Leist et al. 2009, Sect. 3: phase separation on a lattice.
#include <algorithm>
#include <cmath>

#include "kernels/cahn_hilliard/observables.h"
#include "kernels/cahn_hilliard/reference.h"
#include "variants/cahn_hilliard/axes.h"
#include "variants/cahn_hilliard/parameters.h"
#include "variants/kit/largest_difference.h"

namespace cahn_hilliard {
namespace {

/// The equation keeps the mean. A reference that rounds as the variants do drifts with them, and
/// would not notice. A millionth of the field's scale, 1 at the default coefficients.
retime::verification compare_mean(const problem& problem, const field& got) {
  const double scale =
      std::max({1.0, std::sqrt(squared_well(problem)), largest_magnitude(problem.start)});
  return {.metric = "drift of the mean (update=conserving has none)",
          .value = std::abs(mean_of(problem, got) - mean_of(problem, problem.start)),
          .tolerance = 1e-6 * scale};
}

/// Variants add in the reference's order, or it in theirs (problem::by_potential), so there is
/// nothing to forgive, in either precision.
retime::verification compare(const problem& problem, const field& got, const field& expected) {
  const auto largest = [&](const auto& values) {
    return retime::max_difference(std::get<std::decay_t<decltype(values)>>(got), values);
  };
  retime::verification same{.metric = problem.by_potential ? "max |phi - phi_ref|, mu summed first"
                                                           : "max |phi - phi_ref|",
                            .value = std::visit(largest, expected),
                            .tolerance = 0};
  if (same.correct()) {
    retime::verification drift = compare_mean(problem, got);
    if (!drift.correct()) return drift;
  }
  return same;
}

retime::saved_array saved(const problem& problem, std::string name, const field& phi) {
  return std::visit(
      [&](const auto& values) {
        return retime::saved_array{
            std::move(name),
            std::vector(static_cast<std::size_t>(problem.dim), static_cast<std::size_t>(problem.n)),
            {values.begin(), values.end()}};
      },
      phi);
}

/// Both boundaries, integrators, updates and precisions, the smallest field, one whose interiors
/// tile it, and runs of more than one graph.
std::vector<retime::axis_values> examples() {
  return {{{"n", 26}, {"steps", 2}},
          {{"n", 24}, {"steps", 3}, {"boundary", "mirror"}, {"integrator", "euler"}},
          {{"n", 37}, {"steps", 3}, {"boundary", "mirror"}, {"precision", "double"}},
          {{"n", 5}, {"steps", 3}, {"precision", "double"}},
          {{"n", 5}, {"steps", 3}, {"boundary", "mirror"}},
          {{"n", 13}, {"steps", 2}, {"dim", 3}},
          {{"n", 5}, {"steps", 3}, {"dim", 3}, {"boundary", "mirror"}, {"integrator", "euler"}},
          {{"n", 9}, {"steps", 133}, {"integrator", "euler"}},
          {{"n", 9}, {"steps", 128}, {"precision", "double"}},
          {{"n", 26}, {"steps", 3}, {"update", "conserving"}},
          {{"n", 5}, {"steps", 65}, {"update", "conserving"}, {"boundary", "mirror"}},
          {{"n", 13}, {"steps", 3}, {"update", "conserving"}, {"precision", "double"}},
          {{"n", 9}, {"steps", 65}, {"update", "conserving"}, {"integrator", "euler"}},
          {{"n", 6}, {"steps", 3}, {"update", "conserving"}, {"dim", 3}, {"boundary", "mirror"}},
          {{"n", 31},
           {"steps", 3},
           {"precision", "double"},
           {"dt", 0.003},
           {"mean", -0.4},
           {"m", 1.3},
           {"b", 0.7},
           {"u", 1.9},
           {"k", 2.1}}};
}

}  // namespace

REGISTER_FAMILY(
    problem,
    {
        .id = "cahn_hilliard",
        .title = "Cahn-Hilliard phase separation by finite differences (Leist 2009, Sect. 3)",
        .axes = workload_axes(),
        .size_axis = "n",
        .examples = examples(),
        .resolve = [](retime::point& workload) { check(settings_of(workload)); },
        .make = [](const retime::point& workload) { return make_problem(workload); },
        .reference = reference,
        .compare = compare,
        .observe =
            [](const cahn_hilliard::problem& problem, const field& phi) {
              return retime::observables{named(summarise(problem, phi)), {}};
            },
        .arrays =
            [](const cahn_hilliard::problem& problem, const field& phi) {
              return std::vector{saved(problem, "field", phi),
                                 saved(problem, "initial", problem.start)};
            },
    });

}  // namespace cahn_hilliard
