#include "kernels/support/mwc64x.h"

#include <gtest/gtest.h>

#include <array>

namespace {

using retime::mwc64x;
using state = std::array<std::uint32_t, 2>;

constexpr std::uint64_t number(const std::uint32_t (&s)[2]) {
  return s[0] | std::uint64_t{s[1]} << 32;
}

/// The ends of what a state can be, and two within.
constexpr state begins[]{{1, 0},
                         {0xffffffff, 0},
                         {0, 1},
                         {0x12345678, 0x9abcdef0},
                         {0xfffffffe, mwc64x::multiplier - 1},
                         {0x9e3779b9, 12345}};

/// The state's halves with the lower one first: carry and number of a multiplication with carry.
TEST(Mwc64x, ANumberIsMultipliedAndCarried) {
  std::uint32_t s[2]{0x89abcdef, 0x01234567};
  const retime::wide_word product = number(s);
  EXPECT_EQ(mwc64x::next(s), 0x89abcdefu ^ 0x01234567u);
  EXPECT_EQ(number(s), static_cast<std::uint64_t>(product * mwc64x::multiplier % mwc64x::modulus));
}

TEST(Mwc64x, ASkipIsSoManySteps) {
  for (const state& begin : begins) {
    std::uint32_t stepped[2]{begin[0], begin[1]};
    for (std::uint64_t steps = 0; steps < 3000; ++steps) {
      std::uint32_t skipped[2]{begin[0], begin[1]};
      mwc64x::skip(skipped, mwc64x::skip_factor(steps));
      ASSERT_EQ(number(skipped), number(stepped)) << steps << " from " << number(stepped);
      mwc64x::next(stepped);
    }
  }
}

/// As many that stepping would take years.
TEST(Mwc64x, LongSkipsAddUp) {
  constexpr std::uint64_t distances[]{
      1, 65535, 20'000'000'019, (1ull << 40) + 77, 1ull << 63, mwc64x::modulus - 2, ~0ull};
  for (const state& begin : begins) {
    for (const std::uint64_t first : distances) {
      for (const std::uint64_t then : distances) {
        std::uint32_t twice[2]{begin[0], begin[1]}, once[2]{begin[0], begin[1]};
        mwc64x::skip(twice, mwc64x::skip_factor(first));
        mwc64x::skip(twice, mwc64x::skip_factor(then));
        // The period divides modulus - 1.
        const auto both =
            static_cast<std::uint64_t>((retime::wide_word{first} + then) % (mwc64x::modulus - 1));
        mwc64x::skip(once, mwc64x::skip_factor(both));
        ASSERT_EQ(number(twice), number(once)) << first << " and " << then;
        ASSERT_LT(number(once), mwc64x::modulus);
      }
    }
  }
}

}  // namespace
