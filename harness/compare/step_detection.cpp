#include "harness/compare/step_detection.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace retime::compare {
namespace {

struct split {
  std::size_t at = 0;  ///< first index of the right side; 0: the series is too short to split
  double statistic = 0;
};

/// Largest difference of means, weighted so that every split has the same variance under no step.
split best_split(std::span<const double> series, std::size_t shortest) {
  const auto n = series.size();
  split best;
  if (n < 2 * shortest) return best;
  const double total = std::accumulate(series.begin(), series.end(), 0.0);
  double left = std::accumulate(series.begin(),
                                series.begin() + static_cast<std::ptrdiff_t>(shortest) - 1, 0.0);
  for (std::size_t at = shortest; at + shortest <= n; ++at) {
    left += series[at - 1];
    const auto before = static_cast<double>(at), after = static_cast<double>(n - at);
    const double gap = std::abs(left / before - (total - left) / after);
    const double statistic = gap * std::sqrt(before * after);
    if (statistic > best.statistic) best = {at, statistic};
  }
  return best;
}

class segmenter {
 public:
  explicit segmenter(const step_options& options) : options_(options), random_(options.seed) {}

  void search(std::span<const double> series, std::size_t offset) {
    const split best = best_split(series, options_.shortest);
    if (best.at == 0 || !large_enough(series, best) || !significant(series, best.statistic)) return;
    search(series.first(best.at), offset);
    steps.push_back(offset + best.at);
    search(series.subspan(best.at), offset + best.at);
  }

  std::vector<std::size_t> steps;

 private:
  bool large_enough(std::span<const double> series, const split& found) const {
    const auto before = static_cast<double>(found.at),
               after = static_cast<double>(series.size() - found.at);
    return found.statistic / std::sqrt(before * after) > std::log1p(options_.margin);
  }

  /// Gives up as soon as too many permutations do as well: a series without a step costs a few
  /// dozen of them.
  bool significant(std::span<const double> series, double statistic) {
    std::vector<double> shuffled(series.begin(), series.end());
    const double allowed = options_.alpha * (options_.permutations + 1) - 1;
    int as_large = 0;
    for (int i = 0; i < options_.permutations; ++i) {
      std::ranges::shuffle(shuffled, random_);
      as_large += best_split(shuffled, options_.shortest).statistic >= statistic * (1 - 1e-12);
      if (as_large > allowed) return false;
    }
    return true;
  }

  step_options options_;
  std::mt19937_64 random_;
};

}  // namespace

std::vector<std::size_t> find_steps(std::span<const double> logs, const step_options& options) {
  segmenter found(options);
  found.search(logs, 0);
  return found.steps;
}

}  // namespace retime::compare
