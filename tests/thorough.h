// How much of what can be tried a test tries.
#pragma once

#include <cstdlib>
#include <vector>

namespace tests {

/// Under `./run_all.sh test-all`, which has an hour.
inline bool thorough() { return std::getenv("RETIME_THOROUGH") != nullptr; }

/// All when thorough, else `most` of them, spread from the first to the last.
template <class Value>
std::vector<Value> some_of(const std::vector<Value>& all, std::size_t most) {
  if (thorough() || all.size() <= most) return all;
  std::vector<Value> some;
  for (std::size_t i = 0; i < most; ++i)
    some.push_back(all[most < 2 ? 0 : i * (all.size() - 1) / (most - 1)]);
  return some;
}

/// All when thorough, else the one whose turn it is: a loop tries each once in a while.
template <class Value>
std::vector<Value> in_turn(const std::vector<Value>& all, std::size_t turn) {
  if (thorough()) return all;
  return {all[turn % all.size()]};
}

}  // namespace tests
