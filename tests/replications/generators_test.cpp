// taus88 is that of its author, and no two streams are alike.
#include <gtest/gtest.h>

#include <set>

#include "kernels/replications/problem.h"
#include "kernels/support/random.h"

namespace replications {
namespace {

constexpr generator_kind kinds[]{generator_kind::taus88, generator_kind::xorwow,
                                 generator_kind::philox, generator_kind::mwc64x};

/// The GNU Scientific Library's taus2, seeded with 1: its own test asks for this 10000th word.
TEST(ReplicationsGenerators, Taus88IsThatOfGsl) {
  stream_key<3> key;
  word seed = 1;
  for (int i = 0; i < 3; ++i) {
    seed *= 69069;
    key[i] = seed < taus88::least[i] ? seed + taus88::least[i] : seed;
  }
  taus88 random(key);
  for (int i = 1; i < 6 + 10000; ++i) random.next();
  EXPECT_EQ(random.next(), 2733957125u);
}

/// The keys of some replications, each by itself.
std::vector<std::vector<word>> keys_of(generator_kind kind, std::uint64_t seed,
                                       const std::vector<std::int64_t>& numbers) {
  const auto all = stream_keys(kind, seed, numbers);
  std::vector<std::vector<word>> made(numbers.size());
  for (std::size_t k = 0; k < numbers.size(); ++k)
    for (int i = 0; i < key_words(kind); ++i) made[k].push_back(all[i * numbers.size() + k]);
  return made;
}

/// Replications of seed 1 of which a hashed number is below the least.
TEST(ReplicationsGenerators, NumbersOfTaus88AreNeverBelowTheLeast) {
  const std::pair<std::int64_t, int> low[] = {
      {1542683914, 0}, {712252519, 1}, {1466553800, 1}, {938911706, 2}, {1045428980, 2}};
  for (const auto& [replication, number] : low) {
    auto hashed = retime::random_stream::of_key(1, replication);
    for (int i = 0; i < number; ++i) hashed.next();
    ASSERT_LT(hashed.next() >> 32, taus88::least[number]) << "others must be looked for";
    const auto key = stream_keys(generator_kind::taus88, 1, {replication});
    for (int i = 0; i < taus88::words; ++i) EXPECT_GE(key[i], taus88::least[i]) << replication;
    EXPECT_EQ(key[number], hashed.next() >> 32);
  }
}

/// What it is for: with all of its bits dropped a component is 0 from then on.
TEST(ReplicationsGenerators, BelowTheLeastAComponentOfTaus88IsLost) {
  for (int number = 0; number < taus88::words; ++number) {
    word state[3]{12345, 12345, 12345};
    state[number] = taus88::least[number] - 1;
    taus88::step(state), taus88::step(state);
    EXPECT_EQ(state[number], 0u);
    state[number] = taus88::least[number];
    for (int i = 0; i < 1000; ++i) taus88::step(state);
    EXPECT_NE(state[number], 0u);
  }
}

/// All bits of a seed and of a replication's number count.
TEST(ReplicationsGenerators, NoTwoStreamsAreAlike) {
  auto numbers = replication_numbers(30000);
  numbers.push_back(5 + (std::int64_t{1} << 32));
  for (const auto kind : kinds) {
    std::set<std::vector<word>> keys;
    for (const std::uint64_t seed : {0ull, 1ull, 2ull, 1ull << 32})
      for (auto& key : keys_of(kind, seed, numbers)) keys.insert(std::move(key));
    EXPECT_EQ(keys.size(), 4 * numbers.size()) << static_cast<int>(kind);
  }
}

}  // namespace
}  // namespace replications
