#include "kernels/replications/problem.h"

#include <numeric>

namespace replications {

std::vector<std::int64_t> first_replications(std::int64_t count) {
  std::vector<std::int64_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

}  // namespace replications
