// The family of Leist et al. 2009, Sect. 3: phase separation on a lattice.
#include "kernels/cahn_hilliard/observables.h"
#include "kernels/cahn_hilliard/reference.h"
#include "variants/cahn_hilliard/axes.h"
#include "variants/kit/largest_difference.h"

namespace cahn_hilliard {
namespace {

/// Variants add in the reference's order, so there is nothing to forgive, in either precision.
retime::verification compare(const problem&, const field& got, const field& expected) {
  const auto largest = [&](const auto& want) {
    return retime::max_difference(std::get<std::decay_t<decltype(want)>>(got), want);
  };
  return {.metric = "max |phi - phi_ref|", .value = std::visit(largest, expected), .tolerance = 0};
}

retime::saved_array saved(const problem& p, std::string name, const field& phi) {
  return std::visit(
      [&](const auto& values) {
        return retime::saved_array{
            std::move(name),
            std::vector(static_cast<std::size_t>(p.dim), static_cast<std::size_t>(p.n)),
            {values.begin(), values.end()}};
      },
      phi);
}

/// Both boundaries, integrators and precisions, the smallest field, one whose interiors tile it,
/// and runs of more than one graph.
std::vector<retime::axis_values> examples() {
  return {{{"n", 26}, {"steps", 2}},
          {{"n", 24}, {"steps", 3}, {"boundary", "mirror"}, {"integrator", "euler"}},
          {{"n", 37}, {"steps", 3}, {"boundary", "mirror"}, {"precision", "double"}},
          {{"n", 5}, {"steps", 3}, {"precision", "double"}},
          {{"n", 5}, {"steps", 3}, {"boundary", "mirror"}},
          {{"n", 13}, {"steps", 2}, {"dim", 3}},
          {{"n", 5}, {"steps", 3}, {"dim", 3}, {"boundary", "mirror"}, {"integrator", "euler"}},
          {{"n", 9}, {"steps", 133}, {"integrator", "euler"}},
          {{"n", 9}, {"steps", 64}, {"precision", "double"}},
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
        .resolve = [](retime::point& workload) { check(parameters_of(workload)); },
        .make = [](const retime::point& workload) { return make_problem(parameters_of(workload)); },
        .reference = reference,
        .compare = compare,
        .observe =
            [](const problem& p, const field& phi) {
              return retime::observables{named(summarise(p, phi)), {}};
            },
        .arrays =
            [](const problem& p, const field& phi) {
              return std::vector{saved(p, "field", phi), saved(p, "initial", p.start)};
            },
    });

}  // namespace cahn_hilliard
