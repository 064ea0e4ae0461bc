// What a search believes of configurations that it has not tried: trees over what it has.
#pragma once

#include <random>
#include <vector>

#include "harness/tune/features.h"
#include "harness/tune/forest.h"

namespace retime::tune {

/// The configurations among which a search looks for its next: all of them, or a sample of a space
/// too large to look through after every evaluation.
class candidates {
 public:
  /// `hint`, unless empty, is one more feature of every configuration of the space.
  candidates(const space& over, std::vector<std::uint8_t> hint, std::mt19937_64& random);
  std::size_t size() const { return which_.size(); }
  std::size_t columns() const { return features_.count() + !hint_.empty(); }
  configuration operator[](std::size_t k) const { return which_[k]; }
  const std::uint8_t* row(std::size_t k) const { return rows_.data() + k * columns(); }
  /// Writes columns() features.
  void describe(configuration which, std::uint8_t* to) const;

 private:
  features features_;
  std::vector<std::uint8_t> hint_;
  std::vector<configuration> which_;
  std::vector<std::uint8_t> rows_;
};

/// Keeps the trees' predictions for all candidates. After an evaluation it grows only some trees
/// anew, the oldest first and the fewer the more it knows, which makes looking at every candidate
/// affordable.
class surrogate {
 public:
  surrogate(const candidates& over, std::size_t trees);

  void learn(configuration which, float value);
  /// Forgets all it learnt.
  void clear();
  void refresh(std::mt19937_64& random);

  float mean(std::size_t candidate) const {
    return sums_[candidate] / static_cast<float>(trees_.size());
  }
  /// Standard deviation over the trees.
  float deviation(std::size_t candidate) const;
  struct prediction {
    float mean, deviation;
  };
  prediction predict(configuration which) const;

 private:
  const candidates& over_;
  std::vector<tree> trees_;
  std::vector<std::uint8_t> rows_;  // of what was learnt
  std::vector<float> values_;
  std::size_t oldest_ = 0, grown_ = 0;
  std::vector<float> predictions_;  // tree by tree, one a candidate
  std::vector<float> sums_, squares_;
};

}  // namespace retime::tune
