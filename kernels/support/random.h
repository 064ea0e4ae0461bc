// The one generator of random bits: SplitMix64 (Steele, Lea and Flood, OOPSLA 2014). The n-th
// number of a stream is a mix of start + n * gamma: any of them is had without those before it, on
// any number of threads, and all are the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace retime {

/// SplitMix64's output function: a bijection of 64-bit words that mixes well.
constexpr std::uint64_t mix_bits(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// The n-th number, n = 1, 2, ..., of the stream that begins at `start`.
constexpr std::uint64_t random_bits_at(std::uint64_t start, std::uint64_t n) {
  return mix_bits(start + n * 0x9e3779b97f4a7c15u);
}

/// 64 random bits for a key of whole numbers; the order of the words matters.
template <class... Words>
constexpr std::uint64_t random_bits(Words... words) {
  std::uint64_t state = 0;
  ((state = random_bits_at(state ^ static_cast<std::uint64_t>(words), 1)), ...);
  return state;
}

/// A whole number in [0, count) from 64 random bits; count < 2^32. The bias is below count / 2^32.
constexpr std::uint64_t pick(std::uint64_t bits, std::uint64_t count) {
  return ((bits >> 32) * count) >> 32;
}

/// Uniform in [0, 1) from 64 random bits, a multiple of 2^-53.
constexpr double unit_interval(std::uint64_t bits) {
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

/// One number after the other.
class random_stream {
 public:
  constexpr explicit random_stream(std::uint64_t start) : start_(start) {}

  /// A stream for each key of whole numbers, such as (seed, instance, purpose), that no other
  /// stream disturbs.
  template <class... Words>
  static constexpr random_stream of_key(Words... words) {
    std::uint64_t start = 0;
    ((start = mix_bits(start + static_cast<std::uint64_t>(words))), ...);
    return random_stream(start);
  }

  constexpr std::uint64_t next() { return random_bits_at(start_, ++count_); }

  /// Uniform in 0 .. bound-1, without bias; bound is at least 1.
  constexpr std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t unfair = (0 - bound) % bound;  // 2^64 mod bound: the draws to leave out
    std::uint64_t drawn = next();
    while (drawn < unfair) drawn = next();
    return drawn % bound;
  }

  constexpr double unit() { return unit_interval(next()); }

  /// Puts the items into an order of equal chance.
  template <class T>
  constexpr void shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

 private:
  std::uint64_t start_, count_ = 0;
};

}  // namespace retime
