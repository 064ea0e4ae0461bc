#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "kernels/support/random.h"
#include "kernels/turning_bands/block_sums.h"
#include "kernels/turning_bands/observed_covariance.h"

namespace turning_bands {
namespace {

/// Bin 0 is a point with itself, bin b > 0 holds [b - 1, b) widths.
struct distance_bins {
  double width, largest;  ///< in cells; distances of `largest` and more are not counted
  int count() const { return 1 + static_cast<int>(std::ceil(largest / width)); }
};

/// Calls visit(second, distance, bin) for each pair of the `first` point with itself and with those
/// after it that is in a bin.
template <class Visit>
void for_pairs(const std::vector<position>& points, std::size_t first, const distance_bins& bins,
               const Visit& visit) {
  const int last_bin = bins.count() - 1;
  const position& p = points[first];
  visit(first, 0.0, 0);
  for (std::size_t second = first + 1; second < points.size(); ++second) {
    const position& q = points[second];
    const double x = q.x - p.x, y = q.y - p.y, z = q.z - p.z;
    const double distance = std::sqrt(x * x + y * y + z * z);
    if (distance >= bins.largest) continue;
    visit(second, distance, std::min(1 + static_cast<int>(distance / bins.width), last_bin));
  }
}

using point_pair = std::array<std::size_t, 2>;

/// About `most` of each bin's pairs, drawn with equal chance: all where there are no more.
std::vector<std::vector<point_pair>> draw_pairs(const std::vector<position>& points,
                                                const distance_bins& bins,
                                                const std::vector<double>& sums,
                                                std::uint64_t seed) {
  constexpr int most = 256;
  std::vector<std::vector<point_pair>> drawn(bins.count());
#pragma omp parallel for schedule(dynamic)
  for (std::size_t first = 0; first < points.size(); ++first) {
    for_pairs(points, first, bins, [&](std::size_t second, double, int bin) {
      const double chance = retime::unit_interval(retime::random_bits(seed, first, second));
      if (chance * sums[3 * bin + 2] >= most) return;
#pragma omp critical
      drawn[bin].push_back({first, second});
    });
  }
  for (auto& pairs : drawn) std::ranges::sort(pairs);
  return drawn;
}

}  // namespace

std::vector<std::int64_t> covariance_sample(const problem& problem) {
  constexpr double most_products = 1u << 31, most_points = 1 << 14;
  const double most = std::min(most_points, std::sqrt(2 * most_products / problem.fields));
  const auto points = problem.size(), count = std::min(points, static_cast<std::int64_t>(most));
  std::vector<std::int64_t> sample(count);
  for (std::int64_t i = 0; i < count; ++i) {
    const auto first = i * points / count, end = (i + 1) * points / count;
    const auto bits = retime::random_bits(problem.seed, i);
    sample[i] = first + static_cast<std::int64_t>(bits % (end - first));
  }
  return sample;
}

template <class Real>
observed_covariance covariance_between(const problem& problem, std::span<const Real> values,
                                       const std::vector<std::int64_t>& sample,
                                       const exact_covariance& exact, const curve& model) {
  const double longest = std::max({problem.mesh.x, problem.mesh.y, problem.mesh.z});
  const distance_bins bins{longest / 128, longest / 2};
  const auto fields = static_cast<std::size_t>(problem.fields);
  std::vector<position> points;
  std::vector<double> at_points;  // [sample][fields]
  for (const std::int64_t point : sample) {
    points.push_back(problem.points[point]);
    for (std::size_t field = 0; field < fields; ++field)
      at_points.push_back(values[field * problem.size() + point]);
  }
  // The sums of products and distances, and the number of pairs, of each bin.
  const auto add_pairs = [&](std::int64_t first, std::int64_t) {
    std::vector<double> sums(3 * static_cast<std::size_t>(bins.count()));
    const auto own = at_points.begin() + first * problem.fields, end = own + problem.fields;
    for_pairs(points, first, bins, [&](std::size_t second, double distance, int bin) {
      double* sum = sums.data() + 3 * bin;
      sum[0] += std::inner_product(own, end, at_points.begin() + second * fields, 0.0);
      sum[1] += distance;
      sum[2] += 1;
    });
    return sums;
  };
  const auto sums = add_blocks(std::ssize(points), 1, add_pairs);
  const auto drawn = draw_pairs(points, bins, sums, problem.seed);

  observed_covariance seen;
  for (std::size_t bin = 0; bin < drawn.size(); ++bin) {
    const double pairs = sums[3 * bin + 2], distance = sums[3 * bin + 1] / pairs;
    if (pairs == 0) continue;
    double over_model = 0;  // at pairs of the same distance, whichever these are
    for (const auto& [i, j] : drawn[bin]) {
      const position &p = points[i], &q = points[j];
      over_model -= model(std::hypot(p.x - q.x, p.y - q.y, p.z - q.z));
      for (int f = 0; f < exact_fields(problem); ++f)
        over_model += exact.between(p, q, f) / exact_fields(problem);
    }
    seen.distance.push_back(distance);
    seen.value.push_back(sums[3 * bin] / (pairs * problem.fields));
    seen.exact.push_back(model(distance) + over_model / static_cast<double>(drawn[bin].size()));
    seen.pairs.push_back(pairs);
  }
  return seen;
}

template observed_covariance covariance_between(const problem&, std::span<const float>,
                                                const std::vector<std::int64_t>&,
                                                const exact_covariance&, const curve&);
template observed_covariance covariance_between(const problem&, std::span<const double>,
                                                const std::vector<std::int64_t>&,
                                                const exact_covariance&, const curve&);

}  // namespace turning_bands
