#include "harness/tune/model/landscape.h"

#include <cmath>

namespace retime::tune {
namespace {

constexpr std::size_t failure_trees = 16;
constexpr float failure_penalty = 1;  // in levels

float low(forecast value, float failing, float deviations) {
  return value.mean - deviations * value.deviation + failing * failure_penalty;
}

}  // namespace

landscape::landscape(const tuning_space& over, const neighbours_view& elsewhere,
                     std::mt19937_64& random)
    : candidates_(over, random),
      values_(candidates_, elsewhere),
      failures_(candidates_, failure_trees) {}

void landscape::learn(configuration index, double value) {
  const bool failed = std::isinf(value);
  any_failed_ = any_failed_ || failed;
  failures_.learn(index, failed ? 1.0f : 0.0f);
  if (failed) return;
  if (!level_) level_.emplace(value);
  values_.learn(index, (*level_)(value));
}

void landscape::refresh(std::mt19937_64& random) {
  if (values_.due()) {
    if (!candidates_.whole() && values_.fitted()) {
      candidates_.renew([&](const std::uint8_t* row) { return values_.glance(row); });
      failures_.follow_candidates();
    }
    values_.fit(random);
  }
  values_.refresh(random);
  if (any_failed_) failures_.refresh(random);
}

float landscape::hope(std::size_t candidate, float deviations) const {
  const float failing = any_failed_ ? failures_.at(candidate).mean : 0;
  return low(values_.at(candidate), failing, deviations);
}

float landscape::hope_of(configuration index, float deviations) const {
  if (candidates_.whole()) return hope(index, deviations);
  const float failing = any_failed_ ? failures_.predict(index).mean : 0;
  return low(values_.predict(index), failing, deviations);
}

}  // namespace retime::tune
