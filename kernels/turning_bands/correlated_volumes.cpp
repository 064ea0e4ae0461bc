#include <algorithm>
#include <bit>
#include <cmath>

#include "kernels/turning_bands/block_sums.h"
#include "kernels/turning_bands/moments.h"

namespace turning_bands {
namespace {

struct displacement {
  double cells = 0, weight = 0;  ///< weight: of both signs together
};
using displacements = std::vector<displacement>;

/// Along an axis of so many cells: each alone up to `alone`, from there in groups that stand at
/// their middle and are as wide as a fixed part of their distance.
displacements along_axis(int cells, std::int64_t alone) {
  displacements made{{0, 1}};
  for (std::int64_t first = 1; first < cells;) {
    const auto last =
        std::min<std::int64_t>(first + std::max<std::int64_t>(1, 2 * first / alone), cells);
    const double middle = static_cast<double>(first + last - 1) / 2;
    made.push_back({middle, 2 * static_cast<double>(last - first) * (1 - middle / cells)});
    first = last;
  }
  return made;
}

/// Along x, y and z, with as many alone as come to 2^22 altogether.
std::array<displacements, 3> in_the_mesh(const extents& n) {
  constexpr int least_alone = 16;
  constexpr double most = 1 << 22;
  const auto longest = static_cast<std::uint64_t>(std::max({n.x, n.y, n.z, least_alone}));
  for (auto alone = static_cast<std::int64_t>(std::bit_ceil(longest));; alone /= 2) {
    std::array made{along_axis(n.x, alone), along_axis(n.y, alone), along_axis(n.z, alone)};
    double all = 1;
    for (const displacements& each : made) all *= static_cast<double>(each.size());
    if (all <= most || alone == least_alone) return made;
  }
}

}  // namespace

volumes correlated_volumes(const std::function<double(double)>& rho, const extents& n) {
  const auto along = in_the_mesh(n);
  const auto plane = [&](std::int64_t i, std::int64_t) {
    const displacement& x = along[0][i];
    std::vector<double> sums(4);
    for (const displacement& y : along[1]) {
      for (const displacement& z : along[2]) {
        const double correlation =
            rho(std::sqrt(x.cells * x.cells + y.cells * y.cells + z.cells * z.cells));
        double term = x.weight * y.weight * z.weight;
        for (double& sum : sums) sum += (term *= correlation);
      }
    }
    return sums;
  };
  const auto sums = add_blocks(static_cast<std::int64_t>(along[0].size()), 1, plane);
  volumes made;
  std::ranges::transform(sums, made.begin(), [](double sum) { return std::max(sum, 0.0); });
  return made;
}

}  // namespace turning_bands
