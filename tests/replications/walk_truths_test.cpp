// Walkers are evenly spread over the chunks of the torus if the generator is good and the walk is
// long enough, and chi-square sees it where either is not so.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kernels/replications/estimate.h"
#include "kernels/replications/walk.h"
#include "tests/replications/experiments.h"

namespace replications {
namespace {

constexpr walk::parameters usual{1000, 24, 20, 4};

double p_value(const walk::parameters& given, std::int64_t walkers, std::uint64_t seed,
               generator_kind generator = generator_kind::taus88) {
  const auto run = replications_of<walk>(given, walkers, seed, generator);
  const auto test = test_uniform(run.values, given.chunks());
  EXPECT_EQ(test.degrees_of_freedom, given.chunks() - 1);
  return test.p_value;
}

/// p-values of 100 seeds against the uniform law, by Kolmogorov's test at 10^-4.
TEST(ReplicationsWalk, WalkersAreEvenlySpread) {
  ASSERT_EQ(usual.chunks(), 30);
  constexpr int seeds = 100;
  std::vector<double> found;
  for (int seed = 0; seed < seeds; ++seed) found.push_back(p_value(usual, 500, seed));
  std::ranges::sort(found);
  EXPECT_GT(found.front(), 1e-6);
  double furthest = 0;
  for (int i = 0; i < seeds; ++i)
    furthest = std::max({furthest, found[i] - i / 100.0, (i + 1) / 100.0 - found[i]});
  EXPECT_LT(furthest, std::sqrt(std::log(2 / 1e-4) / (2 * seeds)));
}

TEST(ReplicationsWalk, WalkersAreEvenlySpreadByEveryGenerator) {
  for (const auto generator :
       {generator_kind::xorwow, generator_kind::philox, generator_kind::mwc64x})
    EXPECT_GT(p_value(usual, 5000, 1, generator), 1e-4) << static_cast<int>(generator);
}

/// 30 chunks as well. Around the start walkers are still a tenth denser than on average, which a
/// thousand of them do not show.
TEST(ReplicationsWalk, AMapOf60By50IsNotMixedAfter1000Steps) {
  const walk::parameters large{1000, 60, 50, 10};
  ASSERT_EQ(large.chunks(), 30);
  EXPECT_LT(p_value(large, 30000, 1), 1e-20);
  EXPECT_GT(p_value(usual, 30000, 1), 1e-4);
}

TEST(ReplicationsWalk, AWalkOf20StepsIsNotMixed) {
  EXPECT_LT(p_value({20, 24, 20, 4}, 1000, 1), 1e-50);
}

/// Good words, of which each walker's are weakened.
template <class Weaken>
double p_value_of_weakened(Weaken weaken) {
  struct weakened {
    taus88 random;
    Weaken weaken;
    word last = 0;
    word next() { return last = weaken(random.next(), last); }
  };
  constexpr std::size_t walkers = 3000;
  const auto keys = stream_keys(generator_kind::taus88, 1, first_replications(walkers));
  std::vector<double> chunks;
  for (std::size_t k = 0; k < walkers; ++k) {
    weakened random{taus88(key_of<taus88>(keys, walkers, k)), weaken};
    chunks.push_back(replicate<walk>(usual, random)[0]);
  }
  return test_uniform(chunks, usual.chunks()).p_value;
}

TEST(ReplicationsWalk, ABadGeneratorIsSeen) {
  EXPECT_GT(p_value_of_weakened([](word drawn, word) { return drawn; }), 1e-4);
  EXPECT_EQ(p_value_of_weakened([](word, word) { return 0u; }), 0);
  EXPECT_LT(p_value_of_weakened([](word drawn, word) { return drawn & 0x7fffffff; }), 1e-50);
  // A step is taken back nearly as often as not.
  const auto swaying = [](word drawn, word last) {
    return drawn % 32 != 0 ? last ^ 0x40000000 : drawn;
  };
  EXPECT_LT(p_value_of_weakened(swaying), 1e-50);
}

/// Every direction, and around the torus both ways.
TEST(ReplicationsWalk, DirectionsAreTheTwoHighestBits) {
  const auto chunk_after = [](int steps, word direction) {
    stuck random{direction << 30};
    return replicate<walk>({steps, 6, 9, 3}, random)[0];
  };
  const double along_x[]{0, 1, 0, 1, 0}, along_y[]{0, 2, 4, 0, 2};
  for (int chunk = 0; chunk < 5; ++chunk) {
    EXPECT_EQ(chunk_after(3 * chunk, 0), along_x[chunk]);
    EXPECT_EQ(chunk_after(3 * chunk, 1), along_x[chunk]);
    EXPECT_EQ(chunk_after(3 * chunk, 2), along_y[chunk]);
    EXPECT_EQ(chunk_after(9 * 3 - 3 * chunk, 3), along_y[chunk]);
  }
}

}  // namespace
}  // namespace replications
