#include "harness/tune/model/tree.h"

#include <algorithm>
#include <numeric>

namespace retime::tune {
namespace {

constexpr std::size_t smallest_split = 3;  // samples below which a node is a leaf
constexpr float flat = 1e-7f;

/// Uniform in 0..n-1; for the small n of this file, far cheaper than the library's.
std::size_t below(std::mt19937_64& random, std::size_t n) {
  return static_cast<std::size_t>(((random() >> 32) * n) >> 32);
}

}  // namespace

void tree::grow(std::span<const std::uint8_t> rows, std::size_t columns, std::span<const float> y,
                std::size_t tried, std::mt19937_64& random) {
  rows_ = rows.data();
  y_ = y.data();
  columns_ = columns;
  tried_ = tried;
  random_ = &random;
  members_.resize(y.size());
  std::iota(members_.begin(), members_.end(), 0u);
  nodes_.assign(1, node{});
  if (!y.empty()) grow_node(0, 0, y.size());
}

void tree::grow_node(std::size_t place, std::size_t begin, std::size_t end) {
  float low = y_[members_[begin]], high = low;
  double sum = 0;
  for (auto k = begin; k < end; ++k) {
    const float v = y_[members_[k]];
    sum += v;
    low = std::min(low, v);
    high = std::max(high, v);
  }
  nodes_[place].mean = static_cast<float>(sum / static_cast<double>(end - begin));
  if (end - begin < smallest_split || high - low < flat) return;
  const auto best = best_split(begin, end, sum);
  if (best.gain <= 0) return;
  const auto parting = std::partition(
      members_.begin() + static_cast<std::ptrdiff_t>(begin),
      members_.begin() + static_cast<std::ptrdiff_t>(end),
      [&](std::uint32_t m) { return rows_[m * columns_ + best.feature] < best.cut; });
  const auto middle = static_cast<std::size_t>(parting - members_.begin());
  const auto left = nodes_.size();
  nodes_.resize(left + 2);
  nodes_[place].left = static_cast<std::uint32_t>(left);
  nodes_[place].feature = best.feature;
  nodes_[place].cut = best.cut;
  grow_node(left, begin, middle);
  grow_node(left + 1, middle, end);
}

tree::split tree::best_split(std::size_t begin, std::size_t end, double sum) {
  split best;
  std::size_t useful = 0;
  for (std::size_t k = 0; k < 2 * tried_ && useful < tried_; ++k) {
    const auto tried = try_feature(below(*random_, columns_), begin, end, sum);
    useful += tried.gain > 0;
    if (tried.gain > best.gain) best = tried;
  }
  return best;
}

/// A cut between the values of two random members, so that it falls where samples are.
tree::split tree::try_feature(std::size_t feature, std::size_t begin, std::size_t end, double sum) {
  const auto n = end - begin;
  const auto value = [&](std::size_t k) { return rows_[members_[k] * columns_ + feature]; };
  const auto a = value(begin + below(*random_, n)), b = value(begin + below(*random_, n));
  if (a == b) return {};
  const std::size_t low = std::min(a, b), high = std::max(a, b);
  const auto cut = low + 1 + below(*random_, high - low);
  double left_sum = 0;
  std::size_t left_n = 0;
  for (auto k = begin; k < end; ++k) {
    const bool left = value(k) < cut;
    left_sum += left ? y_[members_[k]] : 0.0f;
    left_n += left;
  }
  const auto all = static_cast<double>(n), on_left = static_cast<double>(left_n);
  const double right_sum = sum - left_sum;
  return {.gain = left_sum * left_sum / on_left + right_sum * right_sum / (all - on_left) -
                  sum * sum / all,
          .feature = static_cast<std::uint16_t>(feature),
          .cut = static_cast<std::uint16_t>(cut)};
}

}  // namespace retime::tune
