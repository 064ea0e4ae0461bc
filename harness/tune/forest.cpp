#include "harness/tune/forest.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace retime::tune {

void forest::fit(std::span<const float> rows, std::size_t columns, std::span<const double> y,
                 std::mt19937_64& random, const forest_options& options) {
  rows_ = rows;
  y_ = y;
  columns_ = columns;
  random_ = &random;
  options_ = options;
  nodes_.clear();
  roots_.clear();
  members_.resize(y.size());
  feature_order_.resize(columns);
  std::iota(feature_order_.begin(), feature_order_.end(), 0u);
  for (std::size_t tree = 0; tree < options.trees; ++tree) {
    std::iota(members_.begin(), members_.end(), 0u);
    roots_.push_back(nodes_.size());
    grow(0, y.size());
  }
}

void forest::grow(std::size_t begin, std::size_t end) {
  const auto n = static_cast<double>(end - begin);
  double sum = 0, squares = 0;
  for (auto k = begin; k < end; ++k) {
    const double v = y_[members_[k]];
    sum += v;
    squares += v * v;
  }
  const double mean = sum / n, variance = std::max(0.0, squares / n - mean * mean);
  const auto here = nodes_.size();
  nodes_.push_back({-1, 0, 0, static_cast<float>(mean), static_cast<float>(variance)});
  if (end - begin < options_.min_split || variance < 1e-14) return;

  const auto tried = std::max<std::size_t>(
      1, static_cast<std::size_t>(
             std::lround(options_.feature_share * static_cast<double>(columns_))));
  double best_gain = 0;
  std::int32_t best_feature = -1;
  float best_cut = 0;
  std::size_t used = 0;
  for (std::size_t f = 0; f < columns_ && used < tried; ++f) {
    std::swap(feature_order_[f], feature_order_[f + (*random_)() % (columns_ - f)]);
    const auto feature = feature_order_[f];
    float low = std::numeric_limits<float>::max(), high = std::numeric_limits<float>::lowest();
    for (auto k = begin; k < end; ++k) {
      const float v = rows_[members_[k] * columns_ + feature];
      low = std::min(low, v);
      high = std::max(high, v);
    }
    if (low == high) continue;
    ++used;
    const float share = static_cast<float>((*random_)() >> 40) * 0x1p-24f;
    const float cut = std::max(low + share * (high - low), std::nextafter(low, high));
    double left_sum = 0, left_n = 0;
    for (auto k = begin; k < end; ++k) {
      const bool left = rows_[members_[k] * columns_ + feature] < cut;
      left_sum += left ? y_[members_[k]] : 0.0;
      left_n += left ? 1.0 : 0.0;
    }
    const double right_n = n - left_n, right_sum = sum - left_sum;
    if (left_n == 0 || right_n == 0) continue;
    const double gain =
        left_sum * left_sum / left_n + right_sum * right_sum / right_n - sum * sum / n;
    if (gain > best_gain) {
      best_gain = gain;
      best_feature = static_cast<std::int32_t>(feature);
      best_cut = cut;
    }
  }
  if (best_feature < 0) return;
  const auto split = std::partition(
      members_.begin() + static_cast<std::ptrdiff_t>(begin),
      members_.begin() + static_cast<std::ptrdiff_t>(end), [&](std::uint32_t m) {
        return rows_[m * columns_ + static_cast<std::size_t>(best_feature)] < best_cut;
      });
  const auto middle = static_cast<std::size_t>(split - members_.begin());
  nodes_[here].feature = best_feature;
  nodes_[here].cut = best_cut;
  grow(begin, middle);
  nodes_[here].right = static_cast<std::int32_t>(nodes_.size());
  grow(middle, end);
}

forest::prediction forest::predict(const float* row) const {
  double sum = 0, squares = 0, within = 0;
  for (const auto root : roots_) {
    auto at = root;
    while (nodes_[at].feature >= 0)
      at = row[nodes_[at].feature] < nodes_[at].cut ? at + 1
                                                    : static_cast<std::size_t>(nodes_[at].right);
    const double mean = nodes_[at].mean;
    sum += mean;
    squares += mean * mean;
    within += nodes_[at].variance;
  }
  const auto n = static_cast<double>(roots_.size());
  const double mean = sum / n;
  return {mean, std::sqrt(std::max(0.0, squares / n - mean * mean) + within / n)};
}

}  // namespace retime::tune
