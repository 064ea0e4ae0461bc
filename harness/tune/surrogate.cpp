#include "harness/tune/surrogate.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace retime::tune {
namespace {

constexpr std::size_t most_candidates = 20'000;
constexpr std::size_t features_tried = 16;
/// Trees grown after an evaluation: this over the number of evaluations, as a share of all.
constexpr double renewal = 10;
constexpr std::size_t fewest_grown = 2;

}  // namespace

candidates::candidates(const space& over, std::vector<std::uint8_t> hint, std::mt19937_64& random)
    : features_(over), hint_(std::move(hint)) {
  which_.resize(std::min(over.size(), most_candidates));
  if (which_.size() == over.size()) {
    std::iota(which_.begin(), which_.end(), configuration{0});
  } else {
    std::uniform_int_distribution<configuration> any(0,
                                                     static_cast<configuration>(over.size() - 1));
    for (auto& each : which_) each = any(random);
  }
  rows_.resize(which_.size() * columns());
  for (std::size_t k = 0; k < which_.size(); ++k) describe(which_[k], rows_.data() + k * columns());
}

void candidates::describe(configuration which, std::uint8_t* to) const {
  features_.write(which, to);
  if (!hint_.empty()) to[features_.count()] = hint_[which];
}

surrogate::surrogate(const candidates& over, std::size_t trees)
    : over_(over),
      trees_(trees),
      predictions_(trees * over.size()),
      sums_(over.size()),
      squares_(over.size()) {}

void surrogate::learn(configuration which, float value) {
  const auto at = rows_.size();
  rows_.resize(at + over_.columns());
  over_.describe(which, rows_.data() + at);
  values_.push_back(value);
}

void surrogate::clear() {
  rows_.clear();
  values_.clear();
  grown_ = 0;
}

void surrogate::refresh(std::mt19937_64& random) {
  const double share = renewal / static_cast<double>(values_.size());
  auto count = static_cast<std::size_t>(std::ceil(share * static_cast<double>(trees_.size())));
  count = std::clamp(count, fewest_grown, trees_.size());
  if (grown_ == 0) count = trees_.size();
  for (std::size_t k = 0; k < count; ++k) {
    auto& grown = trees_[oldest_];
    grown.grow(rows_, over_.columns(), values_, features_tried, random);
    float* predicted = predictions_.data() + oldest_ * over_.size();
    for (std::size_t c = 0; c < over_.size(); ++c) predicted[c] = grown.predict(over_.row(c));
    oldest_ = (oldest_ + 1) % trees_.size();
  }
  grown_ += count;
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

float surrogate::deviation(std::size_t candidate) const {
  const auto n = static_cast<float>(trees_.size());
  const float mean_value = sums_[candidate] / n;
  return std::sqrt(std::max(0.0f, squares_[candidate] / n - mean_value * mean_value));
}

surrogate::prediction surrogate::predict(configuration which) const {
  std::vector<std::uint8_t> row(over_.columns());
  over_.describe(which, row.data());
  float sum = 0, squares = 0;
  for (const auto& each : trees_) {
    const float v = each.predict(row.data());
    sum += v;
    squares += v * v;
  }
  const auto n = static_cast<float>(trees_.size());
  const float mean_value = sum / n;
  return {mean_value, std::sqrt(std::max(0.0f, squares / n - mean_value * mean_value))};
}

}  // namespace retime::tune
