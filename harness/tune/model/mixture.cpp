#include "harness/tune/model/mixture.h"

#include <algorithm>
#include <numeric>

#include "harness/tune/model/levels.h"

namespace retime::tune {
namespace {

constexpr std::size_t trees = 32;
constexpr double remembered = 0.97;  // of the errors of old forecasts, by the next
/// Forecasts count only as far as they tell good levels from others.
constexpr double share_of_good = 0.3;
/// Points of a Gaussian process after a fit, half of them the best, and how many may be added.
constexpr std::size_t most_points = 200, most_added = 50;

}  // namespace

mixture::mixture(const candidates& over, const neighbours_view& elsewhere)
    : forest_{forest(over, trees)} {
  processes_.push_back({gaussian_process(over, nullptr)});
  if (!elsewhere.empty()) processes_.push_back({gaussian_process(over, &elsewhere)});
  weigh();
}

void mixture::learn(configuration index, float level) {
  if (fitted()) judge(index, level);
  indices_.push_back(index);
  levels_.push_back(level);
  const float value = soft_clip(level, cap_);
  forest_.model.learn(index, value);
  if (!fitted()) return;
  for (auto& each : processes_) each.model.add({index, value});
}

void mixture::judge(configuration index, float level) {
  const float good = quantile(share_of_good);
  const auto add = [&](auto& each) {
    const double expected = each.model.predict(index).mean;
    const double miss = std::min<double>(expected, good) - std::min(level, good);
    each.squared_error = remembered * each.squared_error + miss * miss;
  };
  add(forest_);
  for (auto& each : processes_) add(each);
  weigh();
}

void mixture::weigh() {
  const auto worth = [](const auto& each) { return 1 / (each.squared_error * each.squared_error); };
  double sum = worth(forest_);
  for (const auto& each : processes_) sum += worth(each);
  forest_.weight = static_cast<float>(worth(forest_) / sum);
  for (auto& each : processes_) each.weight = static_cast<float>(worth(each) / sum);
}

void mixture::forget_neighbours() {
  processes_.pop_back();
  weigh();
}

float mixture::quantile(double share) const {
  auto sorted = levels_;
  const auto rank = static_cast<std::ptrdiff_t>(share * static_cast<double>(sorted.size()));
  std::ranges::nth_element(sorted, sorted.begin() + rank);
  return sorted[static_cast<std::size_t>(rank)];
}

void mixture::fit(std::mt19937_64& random) {
  due_at_ = size() + std::min(size() / 4 + 2, most_added);
  cap_ = quantile(share_unclipped);
  std::vector<float> values;
  for (const float each : levels_) values.push_back(soft_clip(each, cap_));
  forest_.model.revalue(std::move(values));
  forest_.model.follow_candidates();
  const auto points = chosen(random);
  for (auto& each : processes_) each.model.fit(points, random);
}

std::vector<gaussian_process::point> mixture::chosen(std::mt19937_64& random) const {
  std::vector<std::size_t> order(size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (size() > most_points) {
    const auto half = order.begin() + most_points / 2;
    std::ranges::nth_element(order, half, {}, [&](std::size_t k) { return levels_[k]; });
    std::shuffle(half, order.end(), random);
    order.resize(most_points);
  }
  std::vector<gaussian_process::point> points;
  for (const auto k : order) points.push_back({indices_[k], soft_clip(levels_[k], cap_)});
  return points;
}

}  // namespace retime::tune
