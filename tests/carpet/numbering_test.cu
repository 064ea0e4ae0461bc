// The numberings of variants B and C.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>

#include "kernels/carpet/b_diamond.cuh"
#include "kernels/carpet/compact_numbering.h"
#include "tests/carpet/walks.h"

namespace carpet {
namespace {

TEST(CarpetDiamondNumbering, GoesThroughTheDiamondRowByRow) {
  for (int s = 0; s <= 137; s += s < 40 ? 1 : 97) {
    int i = 0;
    for (int y = -s; y <= s; ++y) {
      for (int x = -(s - std::abs(y)); x <= s - std::abs(y); ++x) {
        const diamond_site site = site_of(++i, s);
        ASSERT_TRUE(site.x == x && site.y == y) << "s " << s << " i " << i;
      }
    }
    EXPECT_EQ(i, diamond_sites(s));
  }
}

/// Number of the first site of row y, by 64-bit arithmetic.
std::int64_t first_of_row(std::int64_t y, std::int64_t s) {
  if (y <= 0) return (y + s) * (y + s) + 1;  // rows above hold 1, 3, 5, ... sites
  return 2 * s * (s + 1) + 2 - (s - y + 1) * (s - y + 1);
}

TEST(CarpetDiamondNumbering, IsExactWhereSinglePrecisionRootsAreNot) {
  for (const int s : {4095, 4096, 5000, 9500, 20000, 32766}) {
    for (int y = -s; y <= s; y += (y < -s + 50 || y > s - 50 || std::abs(y) < 50) ? 1 : 97) {
      const std::int64_t first = first_of_row(y, s);
      const int half = s - std::abs(y);
      for (const int x : {-half, -half + 1, 0, half - 1, half}) {
        if (std::abs(x) > half) continue;
        const diamond_site site = site_of(static_cast<int>(first + x + half), s);
        ASSERT_TRUE(site.x == x && site.y == y) << "s " << s << " at " << x << ", " << y;
      }
    }
  }
}

TEST(CarpetDiamondNumbering, RootForgivesAPoorEstimate) {
  for (const int r : {1, 2, 3, 100, 4096, 20001, 32767}) {
    for (const int j : {(r - 1) * (r - 1) + 1, (r - 1) * (r - 1) + 2, r * r - 1, r * r}) {
      if (j <= (r - 1) * (r - 1) || j > r * r) continue;
      for (const double off : {-0.015, -0.005, 0.0, 0.005, 0.015}) {
        ASSERT_EQ(ceil_root(j, static_cast<float>(std::sqrt(static_cast<double>(j)) + off)), r)
            << j << " off by " << off;
      }
    }
  }
  // The paper's own formula fails here, in the middle of its sizes.
  EXPECT_NE(static_cast<int>(std::ceil(std::sqrt(16777217.0f))), 4097);
  EXPECT_EQ(ceil_root(16777217, std::sqrt(16777217.0f)), 4097);
}

void check_numbering(const problem& problem, int rings) {
  const compact_numbering numbering(problem, rings);
  const auto neighbours = numbering.neighbours();
  ASSERT_EQ(numbering.sites(), problem.sites());
  std::set<std::int32_t> seen;
  std::vector<std::int64_t> within(problem.steps + 1);
  for (int y = -problem.steps; y <= problem.steps; ++y) {
    for (int x = -problem.steps; x <= problem.steps; ++x) {
      const int d = std::abs(x) + std::abs(y);
      const std::int32_t index = numbering.at(x, y);
      if (d > problem.steps || !problem.accessible(x, y)) {
        ASSERT_EQ(index, compact_numbering::not_present);
        continue;
      }
      ASSERT_TRUE(seen.insert(index).second);
      for (int s = d; s <= problem.steps; ++s) ASSERT_LT(index, numbering.threads(s));
      for (int s = d; s <= problem.steps; ++s) ++within[s];
      EXPECT_EQ(neighbours[index], (std::array{numbering.at(x - 1, y), numbering.at(x + 1, y),
                                               numbering.at(x, y - 1), numbering.at(x, y + 1)}));
    }
  }
  if (seen.empty()) return;
  EXPECT_EQ(*seen.begin(), 0);
  EXPECT_EQ(*seen.rbegin(), problem.sites() - 1);
  for (int s = 0; s <= problem.steps; ++s)
    EXPECT_EQ(numbering.threads(s), within[std::min(s / rings * rings + rings - 1, problem.steps)])
        << s;
}

TEST(CarpetCompactNumbering, CountsOutwardsAndKnowsItsNeighbours) {
  for (const int rings : {1, 2, 8, 16}) {
    for (const int steps : {1, 2, 15, 16, 17, 70}) {
      check_numbering(make_problem(walk(steps, all_open)), rings);
      check_numbering(make_problem(walk(steps, built_in_generators(0.35))), rings);
    }
    check_numbering(walled(150, two_of_seven, 2, 1, site{3, 40}), rings);
  }
}

}  // namespace
}  // namespace carpet
