#include <algorithm>
#include <cmath>

#include "kernels/turning_bands/moments.h"

namespace turning_bands {
namespace {

constexpr int lattice_alone = 8, integral_alone = 24;  // cells

/// The part of what lies at distance r that the lattice's sum takes. It ends smoothly: the number
/// of cells within a sharp sphere scatters around the sphere's volume.
double lattice_share(double r) {
  const double t = std::clamp((r - lattice_alone) / (integral_alone - lattice_alone), 0.0, 1.0);
  return 1 - t * t * t * (10 - t * (15 - 6 * t));
}

struct power_sums {
  std::array<double, 4> sum{};
  void add(double rho, double weight) {
    for (double& each : sum) each += (weight *= rho);
  }
};

void add_lattice(const std::function<double(double)>& rho, const extents& n, power_sums& sums) {
  const auto along = [](int h, int cells) {
    return (h == 0 ? 1 : 2) * (1 - static_cast<double>(h) / cells);
  };
  const auto end = [](int cells) { return std::min(cells, integral_alone); };
  for (int x = 0; x < end(n.x); ++x) {
    for (int y = 0; y < end(n.y); ++y) {
      for (int z = 0; z < end(n.z); ++z) {
        const double r = std::hypot(x, y, z), share = lattice_share(r);
        if (share > 0) sums.add(rho(r), share * along(x, n.x) * along(y, n.y) * along(z, n.z));
      }
    }
  }
}

/// Half of the edges of the box of all displacements, c the longest.
struct half_edges {
  double a = 0, b = 0, c = 0;
  explicit half_edges(const extents& n) {
    double edges[] = {static_cast<double>(n.x), static_cast<double>(n.y), static_cast<double>(n.z)};
    std::sort(edges, edges + 3);
    a = edges[0], b = edges[1], c = edges[2];
  }
};

/// The integral of (1 - p cos(phi)/a) (1 - p sin(phi)/b) over the angles of a quarter circle at
/// which both factors are positive.
double over_circle(double p, double a, double b) {
  const double from = std::acos(std::min(1.0, a / p)), to = std::asin(std::min(1.0, b / p));
  if (from >= to) return 0;
  const double sine = std::sin(to) - std::sin(from), cosine = std::cos(to) - std::cos(from);
  const double both = sine * (std::sin(to) + std::sin(from)) / 2;
  return to - from - p / a * sine + p / b * cosine + p * p / (a * b) * both;
}

/// The integral of the displacements' weight over the sphere of radius r, by the angle to the
/// longest axis. Its error is below 1e-3.
double over_sphere(double r, const half_edges& half) {
  constexpr int rings = 256;
  const double from = std::acos(std::min(1.0, half.c / r));
  const double to = std::asin(std::min(1.0, std::hypot(half.a, half.b) / r));
  if (from >= to) return 0;
  const double width = (to - from) / rings;
  double sum = 0;
  for (int ring = 0; ring < rings; ++ring) {
    const double theta = from + (ring + 0.5) * width, sine = std::sin(theta);
    sum += (1 - r * std::cos(theta) / half.c) * over_circle(r * sine, half.a, half.b) * sine;
  }
  return 8 * r * r * width * sum;
}

/// The weight of a sphere changes over its radius, rho over fractions of a cell: panels of 0.5 % of
/// the radius with the weight linear in each, and in each up to 256 values of rho.
void add_integral(const std::function<double(double)>& rho, const extents& n, power_sums& sums) {
  const half_edges half(n);
  const double reach = std::hypot(half.a, half.b, half.c);
  double left = lattice_alone, weight_left = over_sphere(left, half);
  while (left < reach) {
    const double right = std::min(reach, left * 1.005), weight_right = over_sphere(right, half);
    const int nodes = std::clamp(static_cast<int>(std::ceil(8 * (right - left))), 1, 256);
    for (int node = 0; node < nodes; ++node) {
      const double t = (node + 0.5) / nodes, r = std::lerp(left, right, t);
      const double share = 1 - lattice_share(r), width = (right - left) / nodes;
      sums.add(rho(r), share * width * std::lerp(weight_left, weight_right, t));
    }
    left = right;
    weight_left = weight_right;
  }
}

}  // namespace

std::array<double, 4> correlated_volumes(const std::function<double(double)>& rho,
                                         const extents& n) {
  power_sums sums;
  add_lattice(rho, n, sums);
  add_integral(rho, n, sums);
  for (double& each : sums.sum) each = std::max(0.0, each);
  return sums.sum;
}

}  // namespace turning_bands
