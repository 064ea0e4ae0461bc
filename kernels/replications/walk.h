// A random walk on a torus (Sect. 5.1), after the tests of generators by Vattulainen and
// Ala-Nissila (1995): every replication is a walker, and a generator is good if they end up evenly
// spread over the chunks of the map.
//
//   x, y = 0
//   for step = 1 .. steps:
//     one of four directions, by the two highest bits of a random word: x or y, plus or minus 1
//   result: the chunk of the map that the walker is in, counted row by row
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace replications {

struct walk {
  struct parameters {
    int steps, width, height;
    int chunk;  ///< its side; it divides width and height

    constexpr int chunks() const { return (width / chunk) * (height / chunk); }
  };
  struct state {
    int x, y;
  };
  static constexpr const char* quantities[]{"chunk"};
  static constexpr int words_per_item = 1;

  static constexpr int items(const parameters& parameters) { return parameters.steps; }

  template <class Random>
  static constexpr void simulate(const parameters& parameters, state& state, int steps,
                                 Random& random) {
    int x = state.x, y = state.y;
    for (int step = 0; step < steps; ++step) {
      switch (random.next() >> 30) {
        case 0:
          x = x == parameters.width - 1 ? 0 : x + 1;
          break;
        case 1:
          x = x == 0 ? parameters.width - 1 : x - 1;
          break;
        case 2:
          y = y == parameters.height - 1 ? 0 : y + 1;
          break;
        default:
          y = y == 0 ? parameters.height - 1 : y - 1;
      }
    }
    state = {x, y};
  }
  static constexpr void merge(const parameters& parameters, state& part, const state& next) {
    part = {(part.x + next.x) % parameters.width, (part.y + next.y) % parameters.height};
  }

  /// 32 steps at a time: their directions' bits in two words, of which the steps each way are
  /// counted.
  template <class Random>
  static constexpr void simulate_part(const parameters& parameters, state& state, int steps,
                                      Random& random) {
    int x = 0, y = 0;
    for (int left = steps; left > 0; left -= 32) {
      const int some = left < 32 ? left : 32;
      std::uint32_t along_y = 0, backward = 0;
      for (int step = 0; step < some; ++step) {
        const std::uint32_t drawn = random.next();
        along_y = along_y << 1 | drawn >> 31;
        backward = backward << 1 | (drawn >> 30 & 1);
      }
      const int vertical = std::popcount(along_y), back = std::popcount(backward);
      const int down = std::popcount(along_y & backward);
      x += some - vertical - 2 * (back - down);
      y += vertical - 2 * down;
    }
    state = {modulo(state.x + x, parameters.width), modulo(state.y + y, parameters.height)};
  }

  static constexpr std::array<double, 1> results(const parameters& parameters, const state& state) {
    const int row = state.y / parameters.chunk, column = state.x / parameters.chunk;
    return {static_cast<double>(row * (parameters.width / parameters.chunk) + column)};
  }

 private:
  static constexpr int modulo(int a, int m) { return (a % m + m) % m; }
};

}  // namespace replications
