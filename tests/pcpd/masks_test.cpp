// Masks have the probability that is asked for, to the last bit: all random words that they can
// meet are tried.
#include "kernels/pcpd/masks.h"

#include <gtest/gtest.h>

#include <bit>
#include <vector>

namespace pcpd {
namespace {

/// Gives these words, one after the other.
struct listed_bank {
  void draw(word (&random)[1]) { random[0] = words.at(next++); }
  std::vector<word> words;
  std::size_t next = 0;
};

/// Their 32 lanes hold all that five random bits can be.
const std::vector<word> five_bits{0xaaaaaaaa, 0xcccccccc, 0xf0f0f0f0, 0xff00ff00, 0xffff0000};
constexpr word all = ~word{0};

word diffusion(const auto& masks, const std::vector<word>& words) {
  listed_bank bank{words};
  word mask[1];
  masks.diffusion(bank, mask);
  return mask[0];
}
word annihilation(const auto& masks, const std::vector<word>& words, word candidates = all) {
  listed_bank bank{words};
  const word react[1] = {candidates};
  word mask[1];
  masks.annihilation(bank, react, mask);
  return mask[0];
}

TEST(PcpdMasks, AreExactForEveryMultipleOfA32nd) {
  for (int k = 0; k <= 32; ++k) {
    const double share = k / 32.0;
    EXPECT_EQ(std::popcount(diffusion(printed_masks(share, 0, 0), five_bits)), k);
    EXPECT_EQ(std::popcount(diffusion(lazy_masks(share, 0, 0), five_bits)), k);
    EXPECT_EQ(std::popcount(annihilation(lazy_masks(0, share, 0), five_bits)), k);
    EXPECT_EQ(annihilation(lazy_masks(0, share, 0), five_bits, 0x00ff00ff) & 0xff00ff00, 0u);
  }
}

/// As printed: all or nothing, by the first word, of the words ANDed behind it.
TEST(PcpdMasks, AnnihilateAllOrNothingAsPrinted) {
  const word drawn_together[] = {all, 0xaaaaaaaa, 0x88888888};
  for (int words = 0; words <= 2; ++words) {
    const auto mask = [&](double p, word decides) {
      std::vector<word> drawn{decides};
      drawn.insert(drawn.end(), five_bits.begin(), five_bits.begin() + words);
      return annihilation(printed_masks(0, p / (1 << words), words), drawn);
    };
    const auto limit = static_cast<word>(0.3 * 0x1p32 + 0.5);
    EXPECT_EQ(mask(1, all), drawn_together[words]);
    EXPECT_EQ(mask(0.3, limit - 1), drawn_together[words]);
    EXPECT_EQ(mask(0.3, limit), 0u);
    EXPECT_EQ(mask(0, 0), 0u);
  }
}

/// By digits of p, the last drawn first; what is behind them by the first word.
TEST(PcpdMasks, AnnihilateByDigits) {
  constexpr int all_that_digits_can_be = 1 << digit_masks::digits;
  const auto share = [](double p, word decides) {
    std::vector<word> drawn{decides};
    drawn.insert(drawn.end(), five_bits.begin(), five_bits.begin() + digit_masks::digits);
    return std::popcount(annihilation(digit_masks(0, p, 0), drawn)) / 32.0;
  };
  for (int k = 0; k <= all_that_digits_can_be; ++k) {
    const double p = 1.0 * k / all_that_digits_can_be;
    for (const word decides : {word{0}, all}) EXPECT_EQ(share(p, decides), p);
  }
  const double p = 3.25 / all_that_digits_can_be;
  EXPECT_EQ(share(p, 0x3fffffff), 4.0 / all_that_digits_can_be);
  EXPECT_EQ(share(p, 0x40000000), 3.0 / all_that_digits_can_be);
}

}  // namespace
}  // namespace pcpd
