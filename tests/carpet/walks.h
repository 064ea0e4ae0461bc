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
  asked.in_double = true;
  return asked;
}

inline parameters walk(int steps, const std::string& generators) {
  return walk(steps, parse_generators(generators, "test"));
}

}  // namespace carpet
