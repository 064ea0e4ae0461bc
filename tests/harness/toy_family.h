#pragma once

#include <cstdint>
#include <vector>

namespace toy {

struct answer {
  std::vector<double> numbers;
};

struct problem {
  using answer = toy::answer;
  static constexpr const char* family = "toy";
  problem(std::int64_t n, double scale) : numbers(static_cast<std::size_t>(n)) {
    for (std::size_t i = 0; i < numbers.size(); ++i)
      numbers[i] = scale / static_cast<double>(i + 1);
  }
  std::vector<double> numbers;
};

}  // namespace toy
