#include <algorithm>
#include <cmath>
#include <cstdint>

#include "kernels/turning_bands/bands.h"

namespace turning_bands {
namespace {

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
