#include <algorithm>
#include <cmath>

#include "harness/tune/features.h"
#include "harness/tune/forest.h"
#include "harness/tune/plain_search.h"

namespace retime::tune {
namespace {

/// A forest surrogate with a spread start, and more and more often a step among the neighbours of
/// the best: the forest finds the region, its neighbours finish. A second forest learns where
/// configurations fail.
class combined final : public plain_search {
 public:
  explicit combined(const search_setup& setup) : plain_search(setup), features_(where()) {}

 private:
  static constexpr std::size_t starts = 12, draws = 32;
  static constexpr std::size_t scanned = 3000, pool_size = 2000;  ///< larger spaces are sampled
  static constexpr std::size_t incumbents = 3;
  static constexpr double local_first = 0.3, local_last = 0.6;  ///< share of local steps
  static constexpr double reach_global = 1.0, reach_local = 0.5;
  static constexpr forest_options for_times{}, for_failures{.trees = 16};

  routine body() override {
    for (;;) {
      const auto next = done_.size() < starts || !best() ? far() : propose();
      co_await measure(next);
      note(next);
    }
  }

  void note(configuration c) {
    if (std::ranges::count(done_, c)) return;
    done_.push_back(c);
    const auto at = rows_.size();
    rows_.resize(at + features_.count());
    features_.write(c, rows_.data() + at);
  }

  /// Of a few draws, the one farthest from all that has been tried.
  configuration far() {
    auto chosen = any_unknown();
    double chosen_distance = -1;
    for (std::size_t k = 0; k < draws; ++k) {
      const auto drawn = any_unknown();
      double nearest = std::numeric_limits<double>::infinity();
      for (const auto c : done_) nearest = std::min(nearest, distance(drawn, c));
      if (nearest > chosen_distance) {
        chosen = drawn;
        chosen_distance = nearest;
      }
    }
    return chosen;
  }

  /// Sum over the parameters of how far apart their values are, each 0 to 1.
  double distance(configuration a, configuration b) const {
    const auto x = where().codes(a), y = where().codes(b);
    double sum = 0;
    for (std::size_t axis = 0; axis < x.size(); ++axis) {
      const auto& along = where().parameters()[axis];
      if (along.values.size() < 2) continue;
      const double steps = std::abs(static_cast<double>(x[axis]) - y[axis]);
      sum += along.ordered() ? steps / static_cast<double>(along.values.size() - 1) : steps != 0;
    }
    return sum;
  }

  configuration propose() {
    fit();
    const double progress = static_cast<double>(evaluations()) / static_cast<double>(budget());
    bool local = uniform() < local_first + (local_last - local_first) * std::min(1.0, progress);
    auto pool = local ? unknown_near_the_best() : std::vector<configuration>{};
    if (pool.empty()) {
      local = false;
      pool = unknown_anywhere();
    }
    const double reach = local ? reach_local : reach_global;
    auto chosen = pool.front();
    double lowest = std::numeric_limits<double>::infinity();
    std::vector<float> row(features_.count());
    for (const auto c : pool) {
      features_.write(c, row.data());
      const auto time = times_.predict(row.data());
      double bound = time.mean - reach * time.deviation;
      if (some_failed_) bound += failures_.predict(row.data()).mean * penalty_;
      if (bound < lowest) {
        lowest = bound;
        chosen = c;
      }
    }
    return chosen;
  }

  std::vector<configuration> unknown_near_the_best() {
    auto order = done_;
    std::ranges::sort(order, {}, [&](configuration c) { return known(c); });
    std::vector<configuration> pool;
    for (std::size_t k = 0; k < std::min(order.size(), incumbents); ++k) {
      if (std::isinf(known(order[k]))) break;
      const auto near = hamming_neighbours(where(), order[k]);
      pool.insert(pool.end(), near.begin(), near.end());
    }
    std::erase_if(pool, [&](configuration c) { return is_known(c); });
    return pool;
  }

  std::vector<configuration> unknown_anywhere() {
    std::vector<configuration> pool;
    if (where().size() > scanned) {
      for (std::size_t k = 0; k < pool_size; ++k) pool.push_back(any_unknown());
      return pool;
    }
    for (configuration c = 0; c < where().size(); ++c) {
      if (!is_known(c)) pool.push_back(c);
    }
    if (pool.empty()) pool.push_back(any());
    return pool;
  }

  /// Learns the logarithm of the value from what ran, and the chance of failure from all.
  void fit() {
    std::vector<float> rows;
    std::vector<double> values, failed;
    for (std::size_t k = 0; k < done_.size(); ++k) {
      const double value = known(done_[k]);
      failed.push_back(std::isinf(value));
      if (std::isinf(value)) continue;
      values.push_back(std::log(value));
      const auto row = rows_.begin() + static_cast<std::ptrdiff_t>(k * features_.count());
      rows.insert(rows.end(), row, row + static_cast<std::ptrdiff_t>(features_.count()));
    }
    const auto [low, high] = std::ranges::minmax(values);
    penalty_ = std::max(0.1, (high - low) / 2);
    times_.fit(rows, features_.count(), values, random(), for_times);
    some_failed_ = values.size() < done_.size();
    if (some_failed_) failures_.fit(rows_, features_.count(), failed, random(), for_failures);
  }

  features features_;
  forest times_, failures_;
  bool some_failed_ = false;
  double penalty_ = 0;
  std::vector<configuration> done_;
  std::vector<float> rows_;  // features of done_
};

const bool registered =
    register_strategy({.id = default_strategy,
                       .help = "forest surrogate with spread start and local end game",
                       .make = [](const auto& s) { return std::make_unique<combined>(s); }});

}  // namespace
}  // namespace retime::tune
