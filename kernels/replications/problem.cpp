#include "kernels/replications/problem.h"

#include <iterator>
#include <numeric>
#include <utility>

namespace replications {

std::vector<std::int64_t> replication_numbers(std::int64_t count, std::int64_t first) {
  std::vector<std::int64_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

void append(outcome& all, const outcome& next) {
  std::vector<double> values;
  for (std::size_t q = 0; q < all.quantities(); ++q)
    for (const outcome* part : {static_cast<const outcome*>(&all), &next}) {
      const auto first =
          part->values.begin() + static_cast<std::ptrdiff_t>(q * part->numbers.size());
      values.insert(values.end(), first, first + std::ssize(part->numbers));
    }
  all.values = std::move(values);
  all.numbers.insert(all.numbers.end(), next.numbers.begin(), next.numbers.end());
}

}  // namespace replications
