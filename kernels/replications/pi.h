// Pi by Monte Carlo (Sect. 5.1): points of the unit square, of which those in the quarter of the
// unit circle are counted.
//
//   for draw = 1 .. draws:
//     x, y = two random numbers in [0, 1)
//     if x^2 + y^2 < 1: inside += 1
//   pi = 4 inside / draws
#pragma once

#include <array>
#include <cstdint>

namespace replications {

struct pi {
  struct parameters {
    int draws;
  };
  struct state {
    unsigned outside;
  };
  static constexpr const char* quantities[]{"pi"};
  static constexpr int words_per_item = 2;

  static constexpr int items(const parameters& parameters) { return parameters.draws; }

  /// Coordinates are multiples of 2^-31, so that their squares and the sum are exact in 64 bits and
  /// every device counts the same points; on that grid pi is too large by 2^-29 or less.
  template <class Random>
  static constexpr void simulate(const parameters&, state& state, int draws, Random& random) {
    unsigned outside = state.outside;
    for (int draw = 0; draw < draws; ++draw) {
      const std::uint64_t x = random.next() >> 1, y = random.next() >> 1;
      outside += static_cast<unsigned>((x * x + y * y) >> 62);
    }
    state.outside = outside;
  }
  static constexpr void merge(const parameters&, state& part, const state& next) {
    part.outside += next.outside;
  }

  static constexpr std::array<double, 1> results(const parameters& parameters, const state& state) {
    return {4.0 * (parameters.draws - static_cast<double>(state.outside)) / parameters.draws};
  }
};

}  // namespace replications
