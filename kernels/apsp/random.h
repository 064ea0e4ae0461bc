// Random numbers as a function of (seed, instance, purpose, counter): the same bits on every
// machine, and a stream for each purpose that no other stream disturbs. The generator is SplitMix64
// (Steele, Lea and Flood 2014), whose n-th number is a mix of start + n * gamma.
#pragma once

#include <cstdint>

namespace apsp {

class counter_random {
 public:
  constexpr counter_random(std::uint64_t seed, std::uint64_t instance, std::uint64_t purpose)
      : start_(mix(mix(mix(seed) + instance) + purpose)) {}

  constexpr std::uint64_t next() { return mix(start_ + ++count_ * gamma); }

  /// Uniform in 0 .. bound-1, without bias; bound is at least 1.
  constexpr std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t unfair = (0 - bound) % bound;  // 2^64 mod bound: the draws to leave out
    std::uint64_t drawn = next();
    while (drawn < unfair) drawn = next();
    return drawn % bound;
  }

  /// Uniform in [0, 1), a multiple of 2^-53.
  constexpr double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  static constexpr std::uint64_t gamma = 0x9e3779b97f4a7c15;
  static constexpr std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  std::uint64_t start_, count_ = 0;
};

}  // namespace apsp
