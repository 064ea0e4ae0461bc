// MWC64X (Thomas, 2011): multiply with carry, the state's halves XORed. One multiplication and one
// XOR a word, period near 2^63. A state s1 * 2^32 + s0 is a number x below the prime `modulus`, and
// a step is x -> multiplier * x, so that any number of steps is one multiplication.
#pragma once

#include <cstdint>

namespace retime {

__extension__ typedef unsigned __int128 wide_word;  // NOLINT(modernize-use-using): nvcc

class mwc64x {
 public:
  static constexpr std::uint32_t multiplier = 4294883355u;
  static constexpr std::uint64_t modulus = (std::uint64_t{multiplier} << 32) - 1;

  static constexpr std::uint32_t next(std::uint32_t (&s)[2]) {
    const std::uint32_t drawn = s[0] ^ s[1];
    const std::uint64_t product = std::uint64_t{multiplier} * s[0] + s[1];
    s[0] = static_cast<std::uint32_t>(product);
    s[1] = static_cast<std::uint32_t>(product >> 32);
    return drawn;
  }

  /// a b modulo the modulus, both below it.
  static constexpr std::uint64_t times(std::uint64_t a, std::uint64_t b) {
    return static_cast<std::uint64_t>(wide_word{a} * b % modulus);
  }
  /// multiplier^steps: what so many steps multiply by.
  static constexpr std::uint64_t power(std::uint64_t base, std::uint64_t exponent) {
    std::uint64_t result = 1;
    for (; exponent != 0; exponent >>= 1, base = times(base, base))
      if (exponent & 1) result = times(result, base);
    return result;
  }

  /// The factor with which skip() takes so many steps.
  static constexpr std::uint64_t skip_factor(std::uint64_t steps) {
    constexpr auto two_to_64 = static_cast<std::uint64_t>((wide_word{1} << 64) % modulus);
    return times(power(multiplier, steps), two_to_64);
  }
  /// The state times factor / 2^64: without a division, for a step divides by 2^32.
  static constexpr void skip(std::uint32_t (&s)[2], std::uint64_t factor) {
    wide_word product = wide_word{s[1] * (std::uint64_t{1} << 32) | s[0]} * factor;
    for (int step = 0; step < 2; ++step)
      product = wide_word{multiplier} * static_cast<std::uint32_t>(product) + (product >> 32);
    const auto state = static_cast<std::uint64_t>(product >= modulus ? product - modulus : product);
    s[0] = static_cast<std::uint32_t>(state);
    s[1] = static_cast<std::uint32_t>(state >> 32);
  }
};

}  // namespace retime
