#include "variants/replications/verification.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "kernels/support/random.h"

namespace replications {
namespace {

constexpr double reference_words = 5e8;  // a second or two on one core
constexpr double infinite = std::numeric_limits<double>::infinity();

std::vector<std::int64_t> to_be_compared(const problem& problem) {
  const erased_model& model = model_of(problem);
  const double words_each =
      static_cast<double>(model.items(problem.parameters)) * model.words_per_item;
  const auto most = static_cast<std::int64_t>(std::max(2.0, reference_words / words_each));
  if (problem.replications <= most) return replication_numbers(problem.replications);
  std::set<std::int64_t> drawn{0, problem.replications - 1};
  auto random = retime::random_stream::of_key(problem.seed, problem.replications, most);
  while (static_cast<std::int64_t>(drawn.size()) < most)
    drawn.insert(static_cast<std::int64_t>(random.below(problem.replications)));
  return {drawn.begin(), drawn.end()};
}

/// Names a result that cannot be; empty if there is none.
std::string impossible(const outcome& got, const erased_model& model, double most) {
  for (std::size_t q = 0; q < got.quantities(); ++q)
    for (std::size_t k = 0; k < got.numbers.size(); ++k)
      if (const double value = got.value(q, k); !(value >= 0 && value <= most))
        return fmt::format("{} of replication {} is {}", model.quantities[q], k, value);
  return "";
}

}  // namespace

outcome reference(const problem& problem) {
  return model_of(problem).run_on_host(problem, to_be_compared(problem), true);
}

retime::verification compare(const problem& problem, const outcome& got, const outcome& expected) {
  const erased_model& model = model_of(problem);
  const auto all = static_cast<std::size_t>(problem.replications);
  retime::verification verdict{"max |x - x_ref| / max |x_ref|", infinite, model.tolerance};
  if (got.numbers.size() != all || got.quantities() != model.quantities.size()) return verdict;
  verdict.note = impossible(got, model, model.most(problem.parameters));
  if (!verdict.note.empty()) return verdict;
  double largest = 0;
  for (std::size_t q = 0; q < expected.quantities(); ++q) {
    double difference = 0, magnitude = 0;
    for (std::size_t k = 0; k < expected.numbers.size(); ++k) {
      const double right = expected.value(q, k);
      const auto r = static_cast<std::size_t>(expected.numbers[k]);
      difference = std::max(difference, std::abs(got.value(q, r) - right));
      magnitude = std::max(magnitude, std::abs(right));
    }
    if (difference > 0) largest = std::max(largest, difference / magnitude);
  }
  verdict.value = largest;
  if (expected.numbers.size() < all)
    verdict.note = fmt::format("{} of {} replications compared", expected.numbers.size(), all);
  return verdict;
}

}  // namespace replications
