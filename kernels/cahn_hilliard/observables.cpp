#include "kernels/cahn_hilliard/observables.h"

#include <algorithm>
#include <cmath>

namespace cahn_hilliard {
namespace {

summary summarise_row(const settings& s, const auto& phi, int y, int z) {
  const auto phi_at = [&](int xi, int yi, int zi) {
    return static_cast<double>(phi[(static_cast<std::size_t>(zi) * s.n + yi) * s.n + xi]);
  };
  const auto next = [&](int i) { return neighbour(i + 1, s.n, s.edge); };
  summary row{0, phi_at(0, y, z), phi_at(0, y, z), 0, 0};
  for (int x = 0; x < s.n; ++x) {
    const double here = phi_at(x, y, z), square = here * here;
    const double dx = phi_at(next(x), y, z) - here, dy = phi_at(x, next(y), z) - here;
    const double dz = s.dim == 3 ? phi_at(x, y, next(z)) - here : 0.0;
    row.mean += here;
    row.min = std::min(row.min, here);
    row.max = std::max(row.max, here);
    row.free_energy +=
        -s.b * square / 2 + s.u * square * square / 4 + s.k * (dx * dx + dy * dy + dz * dz) / 2;
  }
  return row;
}

/// All but the length scale.
summary summarise_cells(const settings& s, const field& phi) {
  std::vector<summary> rows(static_cast<std::size_t>(s.rows()));
  std::visit(
      [&](const auto& values) {
#pragma omp parallel for if (s.worth_sharing())
        for (int row = 0; row < s.rows(); ++row)
          rows[row] = summarise_row(s, values, row % s.n, row / s.n);
      },
      phi);
  summary whole{0, rows[0].min, rows[0].max, 0, 0};
  for (const summary& row : rows) {
    whole.mean += row.mean;
    whole.free_energy += row.free_energy;
    whole.min = std::min(whole.min, row.min);
    whole.max = std::max(whole.max, row.max);
  }
  whole.mean /= static_cast<double>(s.cells());
  whole.free_energy /= static_cast<double>(s.cells());
  return whole;
}

}  // namespace

double mean_of(const settings& s, const field& phi) { return summarise_cells(s, phi).mean; }

summary summarise(const settings& s, const field& phi) {
  summary whole = summarise_cells(s, phi);
  if (whole.min < whole.max) whole.length_scale = length_scale(s, phi);
  return whole;
}

std::map<std::string, double> named(const summary& summary) {
  return {{"mean", summary.mean},
          {"min", summary.min},
          {"max", summary.max},
          {"free_energy", summary.free_energy},
          {"length_scale", summary.length_scale}};
}

}  // namespace cahn_hilliard
