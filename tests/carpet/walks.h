// Small inputs that several tests use.
#pragma once

#include <string>

#include "kernels/carpet/problem.h"

namespace carpet {

inline constexpr const char* all_open = "##\n##\n";
inline constexpr const char* sierpinski = "###\n#.#\n###\n";
inline constexpr const char* plus = "..#..\n..#..\n#####\n..#..\n..#..\n";
inline constexpr const char* two_of_seven =
    "#######\n#.###.#\n###.###\n##...##\n###.###\n#.###.#\n#######\n\n"
    "...#...\n..###..\n.#####.\n#######\n.#####.\n..###..\n...#...\n";

inline parameters walk(int steps, generator_set set) {
  parameters asked;
  asked.steps = steps;
  asked.generators = std::move(set);
  asked.precision = real_type::double_precision;
  return asked;
}

inline parameters walk(int steps, const std::string& generators) {
  return walk(steps, parse_generators(generators, "test"));
}

/// p of a site, by a search that knows nothing of problem::row_begin.
inline double probability_at(const problem& of, const distribution& at, int x, int y) {
  std::size_t index = 0;
  for (int v = -of.steps; v <= of.steps; ++v) {
    for (int u = -of.steps; u <= of.steps; ++u) {
      if (std::abs(u) + std::abs(v) > of.steps || !of.accessible(u, v)) continue;
      if (u == x && v == y) return at.p.at(index);
      ++index;
    }
  }
  return 0;
}

}  // namespace carpet
