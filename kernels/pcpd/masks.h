// Words whose bits are 1 with a given probability: which sites diffuse, and which annihilate. Two
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

/// As printed (Sects. 4.2 and 4.3). Diffusion: a random word for each binary digit of d, from the
/// last on, taken by OR for a 1 and by AND for a 0. Annihilation: `decorrelation` = k words ANDed,
/// and all of it or nothing with probability 2^k p, which must not exceed 1.
struct printed_masks {
  word diffusion_bits = 0;  ///< binary digits of d, the last one in bit 0
  int diffusion_words = 0;  ///< how many; 0: d is 0 or 1, as diffusion_bits says
  int decorrelation = 0;
  std::uint64_t annihilation_bits = 0;  ///< 2^k p in units of 2^-32

  printed_masks(double d, double p, int decorrelation_words) : decorrelation(decorrelation_words) {
    const probability diffuse(d);
    diffusion_words = diffuse.length();
    diffusion_bits =
        diffusion_words == 0 ? 0 - word{diffuse.certain} : diffuse.bits >> (32 - diffusion_words);
    annihilation_bits = static_cast<std::uint64_t>(p * (1 << decorrelation) * 0x1p32 + 0.5);
  }

  template <int Words, class Bank>
  constexpr void diffusion(Bank& bank, word (&mask)[Words]) const {
    for (int k = 0; k < Words; ++k) mask[k] = diffusion_bits;
    if (diffusion_words == 0) return;
    bank.draw(mask);
    for (int i = 1; i < diffusion_words; ++i) {
      word random[Words];
      bank.draw(random);
      const word either = 0 - (diffusion_bits >> i & 1);
      for (int k = 0; k < Words; ++k)
        mask[k] = (random[k] & mask[k]) | (either & (random[k] | mask[k]));
    }
  }

  template <int Words, class Bank>
  constexpr void annihilation(Bank& bank, const word (&)[Words], word (&mask)[Words]) const {
    for (int k = 0; k < Words; ++k) mask[k] = ~word{0};
    word random[Words];
    for (int i = 0; i < decorrelation; ++i) {
      bank.draw(random);
      for (int k = 0; k < Words; ++k) mask[k] &= random[k];
    }
    bank.draw(random);
    for (int k = 0; k < Words; ++k) mask[k] &= random[k] < annihilation_bits ? ~word{0} : 0;
  }
};

/// Ours: a bit is 1 where a random binary fraction lies below the probability. Its digits are drawn
/// one after the other, a word for all sites, until every site that matters has one that differs:
/// independent bits of any probability, for as many words as the decision takes.
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
