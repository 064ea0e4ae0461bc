#include "kernels/turning_bands/mesh.h"

#include <algorithm>
#include <cmath>

#include "kernels/support/random.h"
#include "kernels/turning_bands/bands.h"

namespace turning_bands {
namespace {

constexpr std::uint64_t purpose = 0x6d657368;  // a stream of its own

double uniform(std::uint64_t seed, std::size_t point, int axis) {
  return retime::unit_interval(retime::random_bits(seed, purpose, point, axis));
}

/// 21 bits, two zeros after each.
std::uint64_t spread(std::uint64_t bits) {
  bits = (bits | bits << 32) & 0x001f00000000ffffu;
  bits = (bits | bits << 16) & 0x001f0000ff0000ffu;
  bits = (bits | bits << 8) & 0x100f00f00f00f00fu;
  bits = (bits | bits << 4) & 0x10c30c30c30c30c3u;
  return (bits | bits << 2) & 0x1249249249249249u;
}

struct numbered {
  std::uint64_t key;
  unsigned number;
  auto operator<=>(const numbered&) const = default;
};

}  // namespace

std::vector<position> mesh_points(mesh_kind kind, const extents& size, std::uint64_t seed) {
  const auto cells = static_cast<std::size_t>(size.cells());
  std::vector<position> points(cells);
#pragma omp parallel for
  for (std::size_t c = 0; c < cells; ++c) {
    const auto place = [&](int axis, std::size_t cell, int extent) {
      const double within = uniform(seed, c, axis) - 0.5;
      if (kind == mesh_kind::random) return within * extent;
      return static_cast<double>(cell) - (extent - 1) / 2.0 + within;
    };
    const std::size_t z = size.z, y = size.y;
    points[c] = {place(0, c / (y * z), size.x), place(1, c / z % y, size.y),
                 place(2, c % z, size.z)};
  }
  return points;
}

bounding_box box_around(const std::vector<position>& points) {
  position low = points.front(), high = low;
  for (const position& p : points) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  // Points may lie infinitely far apart, of which libstdc++'s hypot of three makes a NaN.
  const double across = std::hypot(std::hypot(high.x - low.x, high.y - low.y), high.z - low.z);
  return {{(low.x + high.x) / 2, (low.y + high.y) / 2, (low.z + high.z) / 2}, across / 2};
}

template <class Real>
std::vector<unsigned> morton_order(const std::vector<place<Real>>& points) {
  double reach = 1e-300;
  for (const place<Real>& p : points)
    for (const Real component : {p.x, p.y, p.z})
      reach = std::max(reach, std::abs(static_cast<double>(component)));
  const auto cell = [reach](double component) {
    return static_cast<std::uint64_t>((component / reach + 1) * ((1 << 20) - 1));
  };
  std::vector<numbered> keys(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const place<Real>& p = points[i];
    keys[i] = {spread(cell(p.x)) << 2 | spread(cell(p.y)) << 1 | spread(cell(p.z)),
               static_cast<unsigned>(i)};
  }
  std::ranges::sort(keys);
  std::vector<unsigned> order;
  for (const numbered& each : keys) order.push_back(each.number);
  return order;
}

template std::vector<unsigned> morton_order(const std::vector<place<float>>&);
template std::vector<unsigned> morton_order(const std::vector<place<double>>&);

}  // namespace turning_bands
