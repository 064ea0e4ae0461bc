// Covariance estimates against plain loops over all pairs.
#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "kernels/turning_bands/covariance_estimate.h"
#include "tests/turning_bands/white_noise.h"

namespace turning_bands {
namespace {

TEST(TurningBandsCovarianceLags, AreEachThenEightAnOctave) {
  EXPECT_EQ(covariance_lags({4, 9, 2}), (std::vector<int>{0, 1, 2, 3, 4}));
  const auto lags = covariance_lags({16, 128, 4});
  EXPECT_EQ(std::vector<int>(lags.begin() + 16, lags.end()),
            (std::vector<int>{16, 17, 19, 21, 23, 25, 27, 29, 32, 35, 38, 41, 45, 49, 54, 59, 64}));
}

TEST(TurningBandsCovarianceAlongAxes, IsThatOfAllPairs) {
  const extents n{7, 5, 12};
  const auto values = white_noise(n.cells(), 2);
  const std::vector<float> field(values.begin(), values.end());
  const auto found = along_axes<float>(field, n, {0, 1, 3, 5, 11, 12});
  EXPECT_EQ(found.lags, (std::vector<int>{0, 1, 3, 5, 11}));  // none is 12 cells from another
  for (std::size_t i = 0; i < found.lags.size(); ++i) {
    const int lag = found.lags[i];
    double sum = 0;
    std::array<double, 3> pairs{};
    for (int x = 0; x < n.x; ++x)
      for (int y = 0; y < n.y; ++y)
        for (int z = 0; z < n.z; ++z) {
          const double here = field[cell_at(n, x, y, z)];
          if (x + lag < n.x) sum += here * field[cell_at(n, x + lag, y, z)], pairs[0] += 1;
          if (y + lag < n.y) sum += here * field[cell_at(n, x, y + lag, z)], pairs[1] += 1;
          if (z + lag < n.z) sum += here * field[cell_at(n, x, y, z + lag)], pairs[2] += 1;
        }
    EXPECT_EQ(found.pairs[i], pairs) << lag;
    EXPECT_NEAR(found.value[i], sum / (pairs[0] + pairs[1] + pairs[2]), 1e-12) << lag;
  }
}

/// 1 where y is even and -1 where it is odd: each product is known, whichever rows are looked at.
TEST(TurningBandsCovarianceAlongAxes, LooksAtSomeRowsOfALargeMesh) {
  const extents n{300, 260, 256};
  ASSERT_GT(n.cells(), 1 << 24);
  std::vector<float> field(n.cells());
  for (int x = 0; x < n.x; ++x)
    for (int y = 0; y < n.y; ++y)
      std::fill_n(field.begin() + cell_at(n, x, y, 0), n.z, y % 2 ? -1.0f : 1.0f);
  const auto found = along_axes<float>(field, n, {0, 1, 2, 130, 258});
  ASSERT_EQ(found.lags.size(), 5u);
  EXPECT_LE(found.pairs[0][0], 1 << 24);
  EXPECT_GT(found.pairs[0][0], 1 << 23);
  for (std::size_t i = 0; i < found.lags.size(); ++i) {
    const auto [x, y, z] = found.pairs[i];
    EXPECT_NEAR(found.value[i], (x + z + (found.lags[i] % 2 ? -y : y)) / (x + y + z), 1e-12);
    // The rows are spread evenly: the share with a partner is the mesh's.
    EXPECT_NEAR(x / found.pairs[0][0], 1 - found.lags[i] / 300.0, 0.01);
    EXPECT_NEAR(y / found.pairs[0][1], std::max(0.0, 1 - found.lags[i] / 260.0), 0.01);
  }
  EXPECT_EQ(found.pairs[4][2], 0);
}

struct cloud {
  std::vector<position> points;
  std::vector<double> values;  // three fields

  explicit cloud(int count) : points(count), values(white_noise(3 * count, 5)) {
    auto stream = retime::random_stream::of_key(count);
    for (position& p : points) p = {8 * stream.unit(), 6 * stream.unit(), 9 * stream.unit()};
  }
  double distance(std::int64_t i, std::int64_t j) const {
    const auto &p = points[i], &q = points[j];
    return std::hypot(p.x - q.x, p.y - q.y, p.z - q.z);
  }
  double product(std::int64_t i, std::int64_t j) const {
    double sum = 0;
    for (std::size_t field = 0; field < 3; ++field)
      sum += values[field * points.size() + i] * values[field * points.size() + j];
    return sum / 3;
  }
};

TEST(TurningBandsCovarianceAtDistances, IsThatOfAllPairs) {
  const cloud c(200);
  const distance_bins bins{.width = 0.75, .largest = 7};
  const std::vector<std::int64_t> some = {3, 4, 77, 80, 81, 140, 199};
  const auto all = covariance_sample(200, 3, 1);
  ASSERT_EQ(all.size(), 200u);
  for (const auto& sample : {some, all}) {
    const auto found = at_distances<double>(c.values, c.points, sample, bins);
    ASSERT_EQ(found.value.size(), 11u);
    std::vector<double> pairs(11), products(11), distances(11);
    for (const auto i : sample)
      for (const auto j : sample) {
        const double r = c.distance(i, j);
        if (i > j || r >= 7) continue;
        const auto bin = i == j ? 0 : static_cast<std::size_t>(r / 0.75) + 1;
        pairs[bin] += 1;
        products[bin] += c.product(i, j);
        distances[bin] += r;
      }
    EXPECT_EQ(found.pairs, pairs);
    for (std::size_t bin = 0; bin < 11; ++bin) {
      if (pairs[bin] == 0) continue;
      EXPECT_NEAR(found.value[bin], products[bin] / pairs[bin], 1e-12);
      EXPECT_NEAR(found.distance[bin], distances[bin] / pairs[bin], 1e-12);
    }
  }
}

TEST(TurningBandsCovarianceAtDistances, IsTheSameOnAnyNumberOfThreads) {
  const cloud c(3000);
  const distance_bins bins{.width = 1, .largest = 12};
  const auto sample = covariance_sample(3000, 3, 8);
  const int threads = omp_get_max_threads();
  omp_set_num_threads(1);
  const auto alone = at_distances<double>(c.values, c.points, sample, bins);
  const auto drawn_alone = draw_pairs(c.points, sample, bins, alone, 6, 100);
  omp_set_num_threads(3);
  const auto shared = at_distances<double>(c.values, c.points, sample, bins);
  const auto drawn_shared = draw_pairs(c.points, sample, bins, shared, 6, 100);
  omp_set_num_threads(threads);
  EXPECT_EQ(alone.value, shared.value);
  EXPECT_EQ(alone.distance, shared.distance);
  EXPECT_EQ(drawn_alone, drawn_shared);
}

TEST(TurningBandsCovarianceSample, IsSpreadAndBounded) {
  const auto sample = covariance_sample(1000000, 100, 7);
  EXPECT_EQ(sample.size(), 6553u);  // 6553^2 / 2 pairs of 100 fields: 2^31
  for (std::int64_t i = 0; i < 6553; ++i) {
    EXPECT_GE(sample[i], i * 1000000 / 6553);
    EXPECT_LT(sample[i], (i + 1) * 1000000 / 6553);
  }
  EXPECT_NE(sample, covariance_sample(1000000, 100, 8));
  EXPECT_EQ(covariance_sample(std::int64_t{1} << 40, 1, 7).size(), 1u << 14);
  EXPECT_EQ(covariance_sample(3, 1, 7), (std::vector<std::int64_t>{0, 1, 2}));
}

TEST(TurningBandsCovariancePairs, AreDrawnFromEachBinWithEqualChance) {
  const cloud c(60);
  const distance_bins bins{.width = 2, .largest = 8};
  std::vector<std::int64_t> sample;
  for (int i = 0; i < 60; i += 2) sample.push_back(i);
  std::map<point_pair, int> in_bin, times;
  for (const auto i : sample)
    for (const auto j : sample)
      if (i <= j && c.distance(i, j) < 8)
        in_bin[{i, j}] = i == j ? 0 : 1 + static_cast<int>(c.distance(i, j) / 2);
  const auto counted = at_distances<double>(c.values, c.points, sample, bins);

  const int draws = 500, most = 10;
  for (int seed = 0; seed < draws; ++seed) {
    const auto drawn = draw_pairs(c.points, sample, bins, counted, seed, most);
    ASSERT_EQ(drawn.size(), 5u);
    for (int bin = 0; bin < 5; ++bin) {
      EXPECT_EQ(std::set(drawn[bin].begin(), drawn[bin].end()).size(), drawn[bin].size());
      for (const auto& pair : drawn[bin]) {
        ASSERT_EQ(in_bin.at(pair), bin);
        ++times[pair];
      }
    }
  }
  for (const auto& [pair, bin] : in_bin) {
    const double share = std::min(1.0, most / counted.pairs[bin]);
    EXPECT_NEAR(times[pair], draws * share, 5 * std::sqrt(draws * share * (1 - share)));
  }
}

}  // namespace
}  // namespace turning_bands
