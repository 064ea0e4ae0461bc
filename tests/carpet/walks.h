// Small inputs that several tests use.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "kernels/carpet/problem.h"

namespace carpet {

inline constexpr const char* all_open = "##\n##\n";
inline constexpr const char* sierpinski = "###\n#.#\n###\n";
inline constexpr const char* plus = "..#..\n..#..\n#####\n..#..\n..#..\n";
inline constexpr const char* two_of_seven =
    "#######\n#.###.#\n###.###\n##...##\n###.###\n#.###.#\n#######\n\n"
    "...#...\n..###..\n.#####.\n#######\n.#####.\n..###..\n...#...\n";

inline parameters walk(int steps, generator_set set) {
  parameters parameters;
  parameters.steps = steps;
  parameters.generators = std::move(set);
  parameters.in_double = true;
  return parameters;
}

inline parameters walk(int steps, const std::string& generators) {
  return walk(steps, parse_generators(generators, "test"));
}

/// On a surface of `across` x `across` iterators, whose walls are felt.
inline problem walled(int steps, const std::string& generators, int level, std::int64_t across,
                      std::optional<site> start = std::nullopt) {
  parameters parameters = walk(steps, generators);
  parameters.level = level;
  parameters.across = across;
  parameters.start = start;
  return make_problem(parameters);
}

}  // namespace carpet
