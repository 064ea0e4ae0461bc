#include <algorithm>
#include <cmath>

#include "harness/tune/plain_search.h"
#include "harness/tune/surrogate.h"
#include "harness/tune/warm_start.h"

namespace retime::tune {
namespace {

/// A forest surrogate with a spread start, then by turns a look at the whole space and one among
/// the neighbours of the best: the forest finds the region, its neighbours finish. A second forest
/// learns where configurations fail. Recorded neighbours replace the spread start by what was best
/// there, and tell the forest how each configuration stood.
class combined final : public plain_search {
 public:
  explicit combined(const search_setup& setup)
      : plain_search(setup),
        elsewhere_(where(), setup.warm_start),
        candidates_(where(), elsewhere_.hint(), random()) {}

 private:
  static constexpr std::size_t most_spread_starts = 12, fewest_spread_starts = 3, draws = 32;
  static constexpr std::size_t warm_starts = 10;
  static constexpr std::size_t incumbents = 3;  ///< whose neighbours a local step looks at
  static constexpr double local_first = 0.5, local_last = 0.8;  ///< share of local steps
  /// What the forest has no say in, lest it mislead: spread points, fewer and fewer, and random
  /// neighbours of the best.
  static constexpr double spread_first = 0.2, blind = 0.1;
  /// Standard deviations by which a prediction is taken to be better than its mean.
  static constexpr float reach_anywhere = 1.0f, reach_local = 0.5f;
  static constexpr float failure_penalty =
      1.0f;  ///< of a sure failure, as a logarithm of the value
  static constexpr std::size_t time_trees = 32, failure_trees = 16;

  routine body() override {
    const auto warm = std::min(elsewhere_.ranked().size(), warm_starts);
    for (std::size_t k = 0; k < warm; ++k) {
      const auto next = elsewhere_.ranked()[k];
      co_await measure(next);
      note(next);
    }
    // In a small space a third of the budget: what is left must pay for a search.
    const auto starts =
        warm > 0 ? warm : std::clamp(budget() / 3, fewest_spread_starts, most_spread_starts);
    for (;;) {
      const auto next = tried_.size() < starts || !best() ? far() : propose();
      co_await measure(next);
      note(next);
    }
  }

  void note(configuration c) {
    if (!tried_.empty() && tried_.back() == c) return;
    tried_.push_back(c);
    const bool failed = std::isinf(known(c));
    any_failed_ = any_failed_ || failed;
    failures_.learn(c, failed ? 1.0f : 0.0f);
    if (failed) return;
    if (known(c) <= 0 && logarithmic_) learn_anew_without_logarithm();
    times_.learn(c, level(known(c)));
  }

  /// Values are learnt as logarithms, as long as all are positive.
  float level(double value) const {
    return static_cast<float>(logarithmic_ ? std::log(value)
                                           : std::clamp(value / scale_, -1e9, 1e9));
  }

  void learn_anew_without_logarithm() {
    logarithmic_ = false;
    scale_ = std::max(std::abs(known(tried_.back())), 1e-300);
    times_.clear();
    for (const auto c : tried_) {
      if (c != tried_.back() && !std::isinf(known(c))) times_.learn(c, level(known(c)));
    }
  }

  /// Of a few draws, the one farthest from all that has been tried.
  configuration far() {
    auto chosen = any_unknown();
    double chosen_distance = -1;
    for (std::size_t k = 0; k < draws; ++k) {
      const auto drawn = any_unknown();
      double nearest = std::numeric_limits<double>::infinity();
      for (const auto c : tried_) nearest = std::min(nearest, distance(where(), drawn, c));
      if (nearest > chosen_distance) {
        chosen = drawn;
        chosen_distance = nearest;
      }
    }
    return chosen;
  }

  configuration propose() {
    const double spent = static_cast<double>(evaluations()) / static_cast<double>(budget());
    const double progress = std::min(1.0, spent);
    if (uniform() < spread_first * (1 - progress)) return far();
    times_.refresh(random());
    if (any_failed_) failures_.refresh(random());
    const double local = local_first + (local_last - local_first) * progress;
    const auto near = uniform() < local ? unknown_near_the_best() : std::vector<configuration>{};
    if (near.empty()) return lowest_anywhere();
    return uniform() < blind ? near[below(near.size())] : lowest_of(near);
  }

  configuration lowest_of(const std::vector<configuration>& pool) const {
    return *std::ranges::min_element(pool, {}, [&](configuration c) {
      const auto time = times_.predict(c);
      const float failing = any_failed_ ? failures_.predict(c).mean : 0.0f;
      return time.mean - reach_local * time.deviation + failing * failure_penalty;
    });
  }

  configuration lowest_anywhere() {
    auto chosen = any_unknown();
    float lowest = std::numeric_limits<float>::infinity();
    for (std::size_t k = 0; k < candidates_.size(); ++k) {
      if (is_known(candidates_[k])) continue;
      const float failing = any_failed_ ? failures_.mean(k) : 0.0f;
      const float bound =
          times_.mean(k) - reach_anywhere * times_.deviation(k) + failing * failure_penalty;
      if (bound < lowest) {
        lowest = bound;
        chosen = candidates_[k];
      }
    }
    return chosen;
  }

  std::vector<configuration> unknown_near_the_best() const {
    auto order = tried_;
    const auto last = std::min(order.size(), incumbents);
    std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(last), {},
                              [&](configuration c) { return known(c); });
    std::vector<configuration> pool;
    for (std::size_t k = 0; k < last; ++k) {
      if (std::isinf(known(order[k]))) break;
      const auto near = hamming_neighbours(where(), order[k]);
      pool.insert(pool.end(), near.begin(), near.end());
    }
    std::erase_if(pool, [&](configuration c) { return is_known(c); });
    return pool;
  }

  neighbours_view elsewhere_;
  candidates candidates_;
  surrogate times_{candidates_, time_trees}, failures_{candidates_, failure_trees};
  bool any_failed_ = false, logarithmic_ = true;
  double scale_ = 1;
  std::vector<configuration> tried_;
};

const bool registered =
    register_strategy({.id = default_strategy,
                       .help = "forest surrogate with spread start and local end game",
                       .make = [](const auto& s) { return std::make_unique<combined>(s); }});

}  // namespace
}  // namespace retime::tune
