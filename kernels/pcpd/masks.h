// Words whose bits are 1 with a given probability: which sites diffuse, and which annihilate. Three
// ways to draw them, both for `Words` words of the lattice together.
#pragma once

#include "kernels/pcpd/generators.h"

namespace pcpd {

/// A probability to 2^-32: `bits` behind the binary point, or 1.
struct probability {
  word bits = 0;
  bool certain = false;

  constexpr probability() = default;
  constexpr explicit probability(double value)
      : probability(static_cast<std::uint64_t>(value * 0x1p32 + 0.5)) {}

  /// How many bits it takes; a random word is needed for each.
  constexpr int length() const {
    int count = 0;
    for (word rest = bits; rest != 0; rest <<= 1) ++count;
    return count;
  }

 private:
  constexpr explicit probability(std::uint64_t scaled)
      : bits(static_cast<word>(scaled)), certain(scaled >> 32 != 0) {}
};

/// Random words taken one after the other by OR where `digits` is all ones and by AND where it is
/// 0: the first binary digit of the probability comes last. Of the bits of `mask` before, as many
/// are 1 as the digits behind these say.
template <int Words, class Bank>
constexpr void apply_digit(word digit, Bank& bank, word (&mask)[Words]) {
  word random[Words];
  bank.draw(random);
  for (int k = 0; k < Words; ++k) mask[k] = (random[k] & mask[k]) | (digit & (random[k] | mask[k]));
}

/// Diffusion as printed (Sect. 4.2): a random word for each binary digit of d.
class digits_of_d {
 public:
  explicit digits_of_d(double d) {
    const probability diffuse(d);
    count_ = diffuse.length();
    bits_ = count_ == 0 ? 0 - word{diffuse.certain} : diffuse.bits >> (32 - count_);
  }

  template <int Words, class Bank>
  constexpr void diffusion(Bank& bank, word (&mask)[Words]) const {
    for (int k = 0; k < Words; ++k) mask[k] = bits_;
    if (count_ == 0) return;
    bank.draw(mask);
    for (int i = 1; i < count_; ++i) apply_digit(0 - (bits_ >> i & 1), bank, mask);
  }

 private:
  int count_ = 0;  ///< 0: d is 0 or 1, and bits_ is the mask
  word bits_ = 0;  ///< the last digit, a 1, in bit 0
};

/// All bits, or none, with a probability in units of 2^-32.
template <int Words, class Bank>
constexpr void all_or_none(std::uint64_t likely, Bank& bank, word (&mask)[Words]) {
  bank.draw(mask);
  for (int k = 0; k < Words; ++k) mask[k] = mask[k] < likely ? ~word{0} : 0;
}

/// Annihilation as printed (Sect. 4.3): `decorrelation` = k words ANDed, and of that all or nothing
/// with probability 2^k p, which must not exceed 1.
class printed_masks : public digits_of_d {
 public:
  printed_masks(double d, double p, int decorrelation)
      : digits_of_d(d),
        words_(decorrelation),
        likely_(static_cast<std::uint64_t>(p * (1 << decorrelation) * 0x1p32 + 0.5)) {}

  template <int Words, class Bank>
  constexpr void annihilation(Bank& bank, const word (&)[Words], word (&mask)[Words]) const {
    all_or_none(likely_, bank, mask);
    for (int i = 0; i < words_; ++i) apply_digit(0, bank, mask);
  }

 private:
  int words_;
  std::uint64_t likely_;
};

/// Ours: so many binary digits of p from a random word each, and all or nothing for what is left.
/// Any p; two bits of a word are alike by 4^-digits / 4 at most, where as printed it is p (1/4 - p)
/// with two words.
class digit_masks : public digits_of_d {
 public:
  static constexpr int digits = 6;

  digit_masks(double d, double p, int) : digits_of_d(d) {
    const auto scaled = static_cast<std::uint64_t>(p * 0x1p38 + 0.5);
    static_assert(digits == 38 - 32);
    likely_ = p < 1 ? scaled & 0xffffffffu : std::uint64_t{1} << 32;
    for (int i = 0; i < digits; ++i)
      digit_[i] = p < 1 ? 0 - static_cast<word>(scaled >> (32 + i) & 1) : ~word{0};
  }

  template <int Words, class Bank>
  constexpr void annihilation(Bank& bank, const word (&)[Words], word (&mask)[Words]) const {
    all_or_none(likely_, bank, mask);
    for (int i = 0; i < digits; ++i) apply_digit(digit_[i], bank, mask);
  }

 private:
  word digit_[digits];  ///< all ones or 0, the last digit first
  std::uint64_t likely_;
};

/// Ours, without any likeness: a bit is 1 where a random binary fraction lies below the
/// probability. Its digits are drawn one after the other, a word for all sites, until every site
/// that matters has one that differs: independent bits of any probability, for as many words as the
/// decision takes.
struct lazy_masks {
  probability d, p;

  lazy_masks(double diffusion, double annihilation, int) : d(diffusion), p(annihilation) {}

  template <int Words, class Bank>
  constexpr void diffusion(Bank& bank, word (&mask)[Words]) const {
    word open[Words];
    for (int k = 0; k < Words; ++k) open[k] = ~word{0};
    below(d, bank, open, mask);
  }

  template <int Words, class Bank>
  constexpr void annihilation(Bank& bank, const word (&candidates)[Words],
                              word (&mask)[Words]) const {
    word open[Words];
    for (int k = 0; k < Words; ++k) open[k] = candidates[k];
    below(p, bank, open, mask);
  }

 private:
  template <int Words>
  static constexpr bool any(const word (&open)[Words]) {
    word all = 0;
    for (int k = 0; k < Words; ++k) all |= open[k];
    return all != 0;
  }

  template <int Words, class Bank>
  static constexpr void below(probability limit, Bank& bank, word (&open)[Words],
                              word (&mask)[Words]) {
    for (int k = 0; k < Words; ++k) mask[k] = limit.certain ? open[k] : 0;
    for (word rest = limit.bits; rest != 0 && any(open); rest <<= 1) {
      word random[Words];
      bank.draw(random);
      if (rest >> 31 != 0) {
        for (int k = 0; k < Words; ++k) {
          mask[k] |= open[k] & ~random[k];
          open[k] &= random[k];
        }
      } else {
        for (int k = 0; k < Words; ++k) open[k] &= ~random[k];
      }
    }
  }
};

}  // namespace pcpd
