#include <algorithm>
#include <cmath>

#include "harness/tune/model/landscape.h"
#include "harness/tune/plain_search.h"

namespace retime::tune {
namespace {

/// Bayesian optimisation. After a few starts, each far from those before, it measures where a model
/// of the values, a forest and a Gaussian process, and one of the failures hope for the lowest:
/// anywhere at first, more and more often near the best few as the budget is spent. Now and then it
/// still looks far off, so that no belief of the models is final, and where it gets no further it
/// looks every other time where the models know less.
///
/// With neighbours every other start is one that did well there, and the models heed how a
/// configuration stands there as far as that helped to forecast. It lets go of the neighbours for
/// good when it gets no further and their order is not that of what was measured.
///
/// What is under way on other boards counts as a start and is not measured twice, and near it less
/// is hoped for: the models will know more there once they are told.
class model_based final : public plain_search {
 public:
  explicit model_based(const search_setup& setup)
      : plain_search(setup),
        elsewhere_(where(), setup.warm_start),
        landscape_(where(), elsewhere_, random()),
        heeds_neighbours_(!elsewhere_.empty()) {}

 private:
  static constexpr std::size_t fewest_starts = 3, most_starts = 5;
  static constexpr std::size_t borrowed_starts = 2;
  static constexpr double did_well = 0.1;  // share of a neighbour's configurations
  static constexpr std::size_t draws_of_a_start = 32;
  static constexpr std::size_t bests = 5;
  /// How many standard deviations below the mean are hoped for.
  static constexpr float reach = 2, reach_when_stalled = 4, reach_nearby = 1;
  /// Shares of the evaluations, at the end of the budget and at its beginning.
  static constexpr double nearby = 0.25, far_off = 0.05;
  static constexpr double nearby_blindly = 0.1;  // of those nearby
  static constexpr double gain_that_counts = 0.01;
  /// Evaluations without a gain.
  static constexpr std::size_t patience = 6, patience_with_neighbours = 3;
  static constexpr double fair_agreement = 0.65;

  routine body() override {
    const auto& ranked = elsewhere_.ranked();
    const auto well = static_cast<std::size_t>(did_well * static_cast<double>(ranked.size()));
    while (borrowed_ < std::min(borrowed_starts, ranked.size())) {
      const auto borrowed =
          borrowed_++ == 0 ? ranked[0] : farthest([&] { return ranked[below(well + 1)]; });
      co_await measure(borrowed);
      learn(borrowed);
      const auto own = far();
      co_await measure(own);
      learn(own);
    }
    const auto starts = std::clamp(budget() / 3, fewest_starts, most_starts);
    for (;;) {
      const bool is_start = tried_.size() + under_way().size() < starts;
      const auto next = is_start || !best() ? far() : propose();
      co_await measure(next);
      learn(next);
    }
  }

  void learn(configuration c) {
    if (std::ranges::find(tried_, c) != tried_.end()) return;
    tried_.push_back(c);
    landscape_.learn(c, known(c));
    const auto value = [&](configuration o) { return known(o); };
    const bool gained =
        ranked_.empty() ||
        known(c) < known(ranked_[0]) - gain_that_counts * std::abs(known(ranked_[0]));
    without_gain_ = gained ? 0 : without_gain_ + 1;
    if (std::isinf(known(c))) return;
    ranked_.insert(std::ranges::upper_bound(ranked_, known(c), {}, value), c);
  }

  /// Picks among a few draws the one farthest from all that was tried.
  configuration farthest(const auto& draw) {
    auto chosen = draw();
    double chosen_distance = -1;
    for (std::size_t k = 0; k < draws_of_a_start; ++k) {
      const configuration drawn = draw();
      double nearest = std::numeric_limits<double>::infinity();
      const auto look_at = [&](const std::vector<configuration>& begun) {
        for (const auto c : begun) nearest = std::min(nearest, distance(where(), drawn, c));
      };
      look_at(tried_);
      look_at(under_way());
      if (nearest > chosen_distance) {
        chosen = drawn;
        chosen_distance = nearest;
      }
    }
    return chosen;
  }

  configuration far() {
    return farthest([&] { return any_open(); });
  }

  configuration propose() {
    if (heeds_neighbours_ && without_gain_ >= patience_with_neighbours &&
        elsewhere_.agreement(ranked_) < fair_agreement) {
      landscape_.forget_neighbours();
      heeds_neighbours_ = false;
    }
    landscape_.refresh(random());
    const double progress =
        std::min(1.0, static_cast<double>(evaluations()) / static_cast<double>(budget()));
    if (uniform() < far_off * (1 - progress)) return far();
    if (uniform() < nearby * progress) {
      const auto pool = unknown_near_the_best();
      if (!pool.empty())
        return uniform() < nearby_blindly ? pool[below(pool.size())] : lowest_of(pool);
    }
    return lowest_anywhere();
  }

  configuration lowest_of(const std::vector<configuration>& pool) const {
    return *std::ranges::min_element(
        pool, {}, [&](configuration c) { return landscape_.hope_of(c, reach_nearby); });
  }

  configuration lowest_anywhere() {
    auto chosen = any_open();
    float lowest = std::numeric_limits<float>::infinity();
    const bool stalled = without_gain_ >= patience && without_gain_ % 2 == 1;
    const float reaching = stalled ? reach_when_stalled : reach;
    const auto& all = landscape_.looked_at();
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (!is_open(all[k])) continue;
      const float low = landscape_.hope(k, reaching * left_by_others(all[k]));
      if (low < lowest) {
        lowest = low;
        chosen = all[k];
      }
    }
    return chosen;
  }

  /// The part of a deviation that those under way will leave: what they tell of another one fades
  /// with the distance.
  float left_by_others(configuration c) const {
    double least = 1;
    for (const auto other : under_way())
      least = std::min(least, 1 - std::exp(-distance(where(), c, other)));
    return static_cast<float>(std::sqrt(least));
  }

  std::vector<configuration> unknown_near_the_best() const {
    std::vector<configuration> pool;
    for (const auto c : std::span(ranked_).first(std::min(bests, ranked_.size()))) {
      const auto near = hamming_neighbours(where(), c);
      pool.insert(pool.end(), near.begin(), near.end());
    }
    std::erase_if(pool, [&](configuration c) { return !is_open(c); });
    return pool;
  }

  neighbours_view elsewhere_;
  landscape landscape_;
  bool heeds_neighbours_;
  std::size_t borrowed_ = 0;
  std::size_t without_gain_ = 0;
  std::vector<configuration> tried_;
  std::vector<configuration> ranked_;  // of those that ran, the best first
};

const bool has_default = register_strategy(
    {.id = default_strategy,
     .help = "model-based: a forest and a Gaussian process, weighted by their forecasts",
     .make = [](const auto& s) { return std::make_unique<model_based>(s); }});

}  // namespace
}  // namespace retime::tune
