// Words whose bits are 1 with a given probability: which sites diffuse, and which annihilate. Three
// ways to draw them, both for `Words` words of the lattice together.
#pragma once

#include <cmath>

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

/// Chance of a word with all bits 1 rather than none.
class all_or_none {
 public:
  explicit all_or_none(double chance) : limit_(chance) {}

  /// `mask` is `all` with that chance and `none` otherwise.
  template <int Words, class Bank>
  constexpr void draw(Bank& bank, word all, word none, word (&mask)[Words]) const {
    bank.draw(mask);
    for (int k = 0; k < Words; ++k) mask[k] = mask[k] < limit_.bits || limit_.certain ? all : none;
  }

 private:
  probability limit_;
};

/// Diffusion (Sect. 4.2): a random word for each binary digit of d, by AND where the digit is 0 and
/// by OR where it is 1, the first digit last. So of the digits, from the first on, the one decides
/// whose random bit is 0. OR is here the complement of the AND of the complements, and the random
/// word is not complemented, being as random.
class digits_of_d {
 public:
  explicit digits_of_d(double d) {
    const probability diffuse(d);
    count_ = diffuse.length();
    const word digits = count_ == 0 ? 0 : diffuse.bits >> (32 - count_);
    begin_ = count_ > 0 || diffuse.certain ? ~word{0} : 0;
    flips_ = digits ^ digits >> 1;
  }

  template <int Words, class Bank>
  constexpr void diffusion(Bank& bank, word (&mask)[Words]) const {
    for (int k = 0; k < Words; ++k) mask[k] = begin_;
#pragma unroll 1
    for (int i = 0; i < count_; ++i) {
      word random[Words];
      bank.draw(random);
      const word flip = 0 - (flips_ >> i & 1);
      for (int k = 0; k < Words; ++k) mask[k] = (random[k] & mask[k]) ^ flip;
    }
  }

 private:
  int count_;   ///< digits; 0 if d is 0 or 1
  word begin_;  ///< complement of what the digits behind the last say, or the mask itself
  word flips_;  ///< where a digit differs from the one before it, the last one in bit 0
};

/// Annihilation as printed (Sect. 4.3): `decorrelation` = k words ANDed, and of that all or nothing
/// with probability 2^k p, which must not exceed 1.
class printed_masks : public digits_of_d {
 public:
  static constexpr auto kind = mask_kind::printed;

  printed_masks(double d, double p, int decorrelation)
      : digits_of_d(d), words_(decorrelation), rest_(p * (1 << decorrelation)) {}

  template <int Words, class Bank>
  constexpr void annihilation(Bank& bank, const word (&)[Words], word (&mask)[Words]) const {
    rest_.draw(bank, ~word{0}, 0, mask);
#pragma unroll 1
    for (int i = 0; i < words_; ++i) {
      word random[Words];
      bank.draw(random);
      for (int k = 0; k < Words; ++k) mask[k] &= random[k];
    }
  }

 private:
  int words_;
  all_or_none rest_;
};

/// Ours: the first binary digits of p by a random word each, and all or nothing for the rest. It
/// takes any p, and the covariance of two bits of a word is 4^-digits / 4 at most; as printed, with
/// two words, it is p (1/4 - p).
class digit_masks : public digits_of_d {
 public:
  static constexpr auto kind = mask_kind::digits;
  static constexpr int digits = 4;

  digit_masks(double d, double p, int) : digits_of_d(d), rest_(rest_of(p)) {
    const auto whole = static_cast<word>(p < 1 ? scaled(p) : scaled(1) - 1);
    for (int i = 0; i < digits; ++i) flip_[i] = 0 - ((whole ^ whole >> 1) >> i & 1);
    last_ = 0 - (whole & 1);
  }

  template <int Words, class Bank>
  constexpr void annihilation(Bank& bank, const word (&)[Words], word (&mask)[Words]) const {
    rest_.draw(bank, ~last_, last_, mask);
    for (int i = 0; i < digits; ++i) {
      word random[Words];
      bank.draw(random);
      for (int k = 0; k < Words; ++k) mask[k] = (random[k] & mask[k]) ^ flip_[i];
    }
  }

 private:
  static double scaled(double p) { return p * (1 << digits); }
  static double rest_of(double p) { return p < 1 ? scaled(p) - std::floor(scaled(p)) : 1; }

  all_or_none rest_;
  word flip_[digits];  ///< as digits_of_d::flips_
  word last_;          ///< the last digit
};

/// Ours, without any correlation: digit after digit until it is decided for every site that
/// matters, which takes as many random words as it takes.
class lazy_masks {
 public:
  static constexpr auto kind = mask_kind::lazy;

  lazy_masks(double d, double p, int) : d_(d), p_(p) {}

  template <int Words, class Bank>
  constexpr void diffusion(Bank& bank, word (&mask)[Words]) const {
    word open[Words];
    for (int k = 0; k < Words; ++k) open[k] = ~word{0};
    decide(d_, bank, open, mask);
  }

  template <int Words, class Bank>
  constexpr void annihilation(Bank& bank, const word (&candidates)[Words],
                              word (&mask)[Words]) const {
    word open[Words];
    for (int k = 0; k < Words; ++k) open[k] = candidates[k];
    decide(p_, bank, open, mask);
  }

 private:
  template <int Words>
  static constexpr bool any(const word (&open)[Words]) {
    word all = 0;
    for (int k = 0; k < Words; ++k) all |= open[k];
    return all != 0;
  }

  template <int Words, class Bank>
  static constexpr void decide(probability limit, Bank& bank, word (&open)[Words],
                               word (&mask)[Words]) {
    for (int k = 0; k < Words; ++k) mask[k] = limit.certain ? open[k] : 0;
    for (word rest = limit.bits; rest != 0 && any(open); rest <<= 1) {
      word random[Words];
      bank.draw(random);
      const word digit = 0 - (rest >> 31);
      for (int k = 0; k < Words; ++k) {
        mask[k] |= digit & open[k] & ~random[k];
        open[k] &= random[k];
      }
    }
  }

  probability d_, p_;
};

}  // namespace pcpd
