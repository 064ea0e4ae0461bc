// The family of Leist et al. 2009, Sect. 3: phase separation on a lattice.
#include <cmath>
#include <limits>

#include "kernels/cahn_hilliard/observables.h"
#include "kernels/cahn_hilliard/reference.h"
#include "variants/cahn_hilliard/settings.h"

namespace cahn_hilliard {
namespace {

using retime::at_least;
using retime::axis_value;
using retime::one_of;

/// The largest difference of any cell, NaN if any difference is. Variants add in the reference's
/// order, so there is nothing to forgive, in either precision.
retime::verification compare(const problem&, const field& got, const field& expected) {
  double largest = 0;
  std::visit(
      [&](const auto& want) {
        const auto& have = std::get<std::decay_t<decltype(want)>>(got);
        for (std::size_t i = 0; i < want.size(); ++i) {
          const double difference = std::abs(double(have[i]) - double(want[i]));
          if (!(difference <= largest)) largest = difference;
          if (std::isnan(largest)) return;
        }
      },
      expected);
  return {"max |phi - phi_ref|", largest, 0.0};
}

retime::saved_array saved(const problem& p, std::string name, const field& phi) {
  return std::visit(
      [&](const auto& values) {
        return retime::saved_array{std::move(name),
                                   std::vector<std::size_t>(std::size_t(p.dim), std::size_t(p.n)),
                                   {values.begin(), values.end()}};
      },
      phi);
}

std::string above_zero(const axis_value& value) {
  return at_least(std::numeric_limits<double>::min())(value).empty() ? "" : "a number above 0";
}

std::vector<retime::workload_axis> axes() {
  const auto not_negative = at_least(0);
  return {
      {.name = "n",
       .help = "cells along an edge of the square or cube",
       .fallback = 256,
       .smoke = {48, 50},
       .quick = {128, 256, 512, 1024},
       .paper = {128, 256, 512, 1024, 1536, 2048, 3072, 4096, 8192, 16384},
       .check = retime::between(1, 32768),
       .always_in_key = true},
      {.name = "dim",
       .help = "dimensions",
       .fallback = 2,
       .smoke = {2, 3},
       .check = retime::between(2, 3)},
      {.name = "steps",
       .help = "time steps of one run",
       .fallback = 20,
       .smoke = {2},
       .check = not_negative,
       .always_in_key = true},
      {.name = "dt", .help = "time step", .fallback = 0.01, .check = above_zero},
      {.name = "mean", .help = "mean concentration: 0 is 50/50, -0.5 is 25/75", .fallback = 0.0},
      {.name = "noise",
       .help = "initial phi = mean + U(-noise, noise)",
       .fallback = 0.1,
       .check = not_negative},
      {.name = "m", .help = "mobility", .fallback = 1.0, .check = above_zero},
      {.name = "b", .help = "coefficient of -phi in the bulk term", .fallback = 1.0},
      {.name = "u",
       .help = "coefficient of phi^3 in the bulk term",
       .fallback = 1.0,
       .check = not_negative},
      {.name = "k",
       .help = "gradient energy K, sets the width of interfaces",
       .fallback = 1.0,
       .check = above_zero},
      {.name = "boundary",
       .help = "periodic, or mirror: no matter flows through the faces",
       .fallback = "periodic",
       .smoke = {"periodic", "mirror"},
       .check = one_of({"periodic", "mirror"})},
      {.name = "integrator",
       .help = "rk2: midpoint, two passes a step; euler: one",
       .fallback = "rk2",
       .check = one_of({"rk2", "euler"})},
      {.name = "precision",
       .help = "of the field",
       .fallback = "float",
       .check = one_of({"float", "double"})},
      {.name = "seed", .help = "of the initial noise", .fallback = 1, .check = not_negative},
      {.name = "initial",
       .help = "noise, mode=KX:KY[:KZ]:AMPLITUDE, or a .npy file of n x n [x n] numbers",
       .fallback = "noise"},
  };
}

}  // namespace

REGISTER_FAMILY(
    problem,
    {
        .id = "cahn_hilliard",
        .title = "Cahn-Hilliard phase separation by finite differences (Leist 2009, Sect. 3)",
        .axes = axes(),
        .size_axis = "n",
        .resolve = [](retime::point& at) { check(settings_of(at)); },
        .make = [](const retime::point& at) { return make_problem(settings_of(at)); },
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
