// Floyd's algorithm on the device, for arcs of any length: equal to that on the host.
#include <gtest/gtest.h>

#include <vector>

#include "kernels/apsp/blocked_floyd.cuh"
#include "kernels/apsp/generate.h"
#include "kernels/support/random.h"

namespace {

using matrix = std::vector<std::int32_t>;

/// A quarter of all arcs, or a single one a vertex, which leaves many pairs apart. With a
/// `potential` a path from i to j is longer by what it rises to i and falls from j: so arcs become
/// negative and cycles do not.
matrix lengths(std::size_t n, std::uint64_t seed, bool dense, std::uint64_t potential = 0) {
  retime::random_stream random(seed);
  std::vector<std::int32_t> height(n);
  for (auto& each : height) each = static_cast<std::int32_t>(random.below(potential + 1));
  matrix made(n * n, apsp::floyd_infinity);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j)
      if (random.below(dense ? 4 : n) == 0)
        made[i * n + j] = static_cast<std::int32_t>(random.below(1000)) + height[i] - height[j];
    made[i * n + i] = 0;
  }
  return made;
}

template <int Tile>
matrix solved(const matrix& given, std::size_t n) {
  device::stream queue;
  apsp::blocked_floyd<Tile> floyd(n);
  floyd.set_lengths(given);
  floyd.solve(queue);
  matrix rows;
  for (std::size_t v = 0; v < n; ++v) {
    const auto row = floyd.row(v);
    rows.insert(rows.end(), row.begin(), row.end());
  }
  return rows;
}

struct ApspBlockedFloyd : testing::Test {
  ~ApspBlockedFloyd() override { device::emulation::unshuffle(); }

  static void expect_host_answer(const matrix& given, std::size_t n) {
    matrix expected = given;
    apsp::floyd(n, expected);
    EXPECT_EQ(solved<64>(given, n), expected) << n << " vertices";
    EXPECT_EQ(solved<128>(given, n), expected) << n << " vertices";
  }
};

TEST_F(ApspBlockedFloyd, EqualsTheHostForAnyNumberOfVertices) {
  for (const std::size_t n : {1U, 2U, 63U, 64U, 65U, 128U, 130U, 200U}) {
    expect_host_answer(lengths(n, n, true), n);
    expect_host_answer(lengths(n, n, false), n);
  }
}

TEST_F(ApspBlockedFloyd, ArcsMayBeNegative) {
  const matrix given = lengths(150, 1, true, 5000);
  EXPECT_LT(std::ranges::min(given), -1000);
  expect_host_answer(given, 150);
}

TEST_F(ApspBlockedFloyd, InAnyOrderOfThreads) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    device::emulation::shuffle(seed, 3);
    expect_host_answer(lengths(140, seed, true), 140);
  }
}

// Loops, repeats and one-way arcs, and a vertex without any.
TEST_F(ApspBlockedFloyd, ArcsOfAGraphHaveLengthOne) {
  const std::vector<apsp::arc> arcs{{0, 0}, {0, 1}, {0, 1}, {1, 2}, {3, 65}, {65, 64}, {64, 3}};
  const apsp::graph network = apsp::directed_graph(67, arcs);
  matrix expected(67 * 67);
  apsp::set_arcs(network, 67, expected);
  apsp::floyd(67, expected);

  device::stream queue;
  apsp::blocked_floyd<64> floyd(67);
  floyd.poison();
  for (int run = 0; run < 2; ++run) {
    floyd.set_arcs(queue, apsp::csr_network(network));
    floyd.solve(queue);
    for (std::size_t v = 0; v < 67; ++v)
      EXPECT_EQ(floyd.row(v), matrix(&expected[v * 67], &expected[v * 67] + 67)) << v;
  }
}

}  // namespace
