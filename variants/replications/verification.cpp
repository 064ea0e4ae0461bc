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

std::vector<std::int64_t> to_be_compared(const problem& given) {
  const erased_model& model = model_of(given);
  const double words_each = double(model.items(given.parameters)) * model.words_per_item;
  const auto most = static_cast<std::int64_t>(std::max(2.0, reference_words / words_each));
  if (given.replications <= most) return first_replications(given.replications);
  std::set<std::int64_t> chosen{0, given.replications - 1};
  auto random = retime::random_stream::of_key(given.seed, given.replications, most);
  while (static_cast<std::int64_t>(chosen.size()) < most)
    chosen.insert(static_cast<std::int64_t>(random.below(given.replications)));
  return {chosen.begin(), chosen.end()};
}

/// Of results that cannot be; empty if there is none.
std::string impossible(const outcome& got, const erased_model& model, double most) {
  for (std::size_t q = 0; q < got.quantities(); ++q)
    for (std::size_t k = 0; k < got.numbers.size(); ++k)
      if (const double value = got.value(q, k); !(value >= 0 && value <= most))
        return fmt::format("{} of replication {} is {}", model.quantities[q], k, value);
  return "";
}

}  // namespace

outcome reference(const problem& given) {
  return model_of(given).run_on_host(given, to_be_compared(given), true);
}

retime::verification compare(const problem& given, const outcome& got, const outcome& expected) {
  const erased_model& model = model_of(given);
  const auto all = static_cast<std::size_t>(given.replications);
  retime::verification made{"max |x - x_ref| / max |x_ref|", infinite, model.tolerance};
  if (got.numbers.size() != all || got.quantities() != model.quantities.size()) return made;
  made.note = impossible(got, model, model.most(given.parameters));
  if (!made.note.empty()) return made;
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
  made.value = largest;
  if (expected.numbers.size() < all)
    made.note = fmt::format("{} of {} replications compared", expected.numbers.size(), all);
  return made;
}

}  // namespace replications
