// The random bits are part of every family's input: were they to change, so would the recorded
// answers.
#include "kernels/support/random.h"

#include <gtest/gtest.h>

namespace {

using namespace retime;

TEST(Random, BitsOfAKeyAreTheseOnEveryMachine) {
  EXPECT_EQ(random_bits(0), 0xe220a8397b1dcdafu);  // first of the authors' own program
  EXPECT_EQ(random_bits(1, -2, 3), 0xa751334a06f3c6c3u);
  EXPECT_EQ(random_bits(7, 12345), 0x19bd65d14c45ecf7u);
  EXPECT_NE(random_bits(1, 2, 3), random_bits(1, 3, 2));
}

TEST(Random, AnyNumberOfAStreamIsHadAlone) {
  const auto uniform = [](std::uint64_t seed, std::uint64_t n) {
    return unit_interval(random_bits_at(mix_bits(seed), n));
  };
  EXPECT_EQ(uniform(1, 1), 0x1.7fdf0061bb85ap-1);
  EXPECT_EQ(uniform(1, 100), 0x1.b32e766675da3p-1);
  EXPECT_EQ(uniform(42, 1000001), 0x1.f57da479c1e98p-1);
  random_stream stream(mix_bits(1));
  for (std::uint64_t n = 1; n < 100; ++n) EXPECT_EQ(stream.unit(), uniform(1, n));
}

TEST(Random, StreamsOfAKeyAreTheseOnEveryMachine) {
  auto stream = random_stream::of_key(1, 0, 3);
  EXPECT_EQ(stream.next(), 0x3fd80df1d05d6bc5u);
  EXPECT_EQ(stream.next(), 0x7c217abb8ae6997bu);
  EXPECT_EQ(stream.below(1000), 127u);
  EXPECT_EQ(stream.unit(), 0x1.b95c8ee9285fep-1);
  EXPECT_EQ(random_stream::of_key(9, 4, 1).next(), 0x757515590fa9da6bu);
  random_stream plain(7);
  EXPECT_EQ(plain.next(), 0x63cbe1e459320dd7u);
  EXPECT_EQ(plain.next(), 0x44c3cd7f43c661cu);
}

TEST(Random, PicksEvenly) {
  EXPECT_EQ(pick(random_bits(7, 12345), 1000), 100u);
  int drawn[3] = {};
  for (int i = 0; i < 30000; ++i) ++drawn[pick(random_bits(7, i), 3)];
  for (const int count : drawn) EXPECT_NEAR(count, 10000, 300);
}

}  // namespace
