// Counter-based randomness: a choice depends on its key alone, so it is the same on every machine,
// in any order.
#pragma once

#include <cstdint>

namespace carpet {

/// The finaliser of splitmix64 (Steele, Lea, Flood, OOPSLA 2014): a bijection of 64-bit words that
/// mixes well.
constexpr std::uint64_t mix(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// 64 random bits for a key of whole numbers; the order of the words matters.
template <class... Words>
constexpr std::uint64_t random_bits(Words... words) {
  std::uint64_t state = 0;
  ((state = mix(state ^ static_cast<std::uint64_t>(words))), ...);
  return state;
}

/// A whole number in [0, count) from 64 random bits; count < 2^32. The bias is below count / 2^32.
constexpr std::uint64_t pick(std::uint64_t bits, std::uint64_t count) {
  return ((bits >> 32) * count) >> 32;
}

}  // namespace carpet
