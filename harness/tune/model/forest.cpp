#include "harness/tune/model/forest.h"

#include <algorithm>
#include <cmath>

namespace retime::tune {
namespace {

constexpr std::size_t features_tried = 16;
/// Trees grown after an evaluation: this over the number of evaluations, as a share of all.
constexpr double renewal = 10;
constexpr std::size_t fewest_grown = 2;
constexpr std::size_t trees_of_a_glance = 8;

}  // namespace

forest::forest(const candidates& over, std::size_t trees)
    : over_(over),
      trees_(trees),
      predictions_(trees * over.size()),
      sums_(over.size()),
      squares_(over.size()) {}

void forest::learn(configuration index, float value) {
  const auto begin = rows_.size();
  rows_.resize(begin + over_.columns());
  over_.describe(index, rows_.data() + begin);
  values_.push_back(value);
}

void forest::refresh(std::mt19937_64& random) {
  const double share = renewal / static_cast<double>(values_.size());
  auto count = static_cast<std::size_t>(std::ceil(share * static_cast<double>(trees_.size())));
  count = grown_ ? std::clamp(count, fewest_grown, trees_.size()) : trees_.size();
  for (std::size_t k = 0; k < count; ++k) {
    trees_[oldest_].grow(rows_, over_.columns(), values_, features_tried, random);
    predict_candidates(oldest_);
    oldest_ = (oldest_ + 1) % trees_.size();
  }
  grown_ = true;
  sum_up();
}

void forest::follow_candidates() {
  if (!grown_) return;
  for (std::size_t k = 0; k < trees_.size(); ++k) predict_candidates(k);
  sum_up();
}

void forest::predict_candidates(std::size_t tree) {
  float* predicted = predictions_.data() + tree * over_.size();
  for (std::size_t c = 0; c < over_.size(); ++c) predicted[c] = trees_[tree].predict(over_.row(c));
}

void forest::sum_up() {
  std::ranges::fill(sums_, 0.0f);
  std::ranges::fill(squares_, 0.0f);
  for (std::size_t k = 0; k < trees_.size(); ++k) {
    const float* predicted = predictions_.data() + k * over_.size();
    for (std::size_t c = 0; c < over_.size(); ++c) {
      sums_[c] += predicted[c];
      squares_[c] += predicted[c] * predicted[c];
    }
  }
}

forecast forest::of(float sum, float squares) const {
  const auto n = static_cast<float>(trees_.size());
  const float mean = sum / n;
  return {mean, std::sqrt(std::max(0.0f, squares / n - mean * mean))};
}

forecast forest::predict(configuration index) const {
  std::vector<std::uint8_t> row(over_.columns());
  over_.describe(index, row.data());
  float sum = 0, squares = 0;
  for (const auto& each : trees_) {
    const float v = each.predict(row.data());
    sum += v;
    squares += v * v;
  }
  return of(sum, squares);
}

float forest::glance(const std::uint8_t* row) const {
  float sum = 0;
  for (std::size_t k = 0; k < trees_of_a_glance; ++k) sum += trees_[k].predict(row);
  return sum / trees_of_a_glance;
}

}  // namespace retime::tune
