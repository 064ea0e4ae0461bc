// Trees that predict a value for every candidate, and how far they disagree.
#pragma once

#include <random>
#include <vector>

#include "harness/tune/model/candidates.h"
#include "harness/tune/model/levels.h"
#include "harness/tune/model/tree.h"

namespace retime::tune {

/// Keeps the trees' predictions for all candidates. After an evaluation it grows only some trees
/// anew, the oldest first and the fewer the more it knows, which makes looking at every candidate
/// affordable.
class forest {
 public:
  forest(const candidates& over, std::size_t trees);

  void learn(configuration index, float value);
  /// Replaces the values learnt, in the order of learning.
  void revalue(std::vector<float> values) { values_ = std::move(values); }
  /// Grows trees with what was learnt; at least one value.
  void refresh(std::mt19937_64& random);
  /// Predicts the candidates anew after they were renewed.
  void follow_candidates();

  /// Forecasts a candidate; the deviation is the trees' standard deviation.
  forecast at(std::size_t candidate) const { return of(sums_[candidate], squares_[candidate]); }
  forecast predict(configuration index) const;
  /// A quick look, by some of the trees.
  float glance(const std::uint8_t* row) const;

 private:
  forecast of(float sum, float squares) const;
  void predict_candidates(std::size_t tree);
  void sum_up();

  const candidates& over_;
  std::vector<tree> trees_;
  std::vector<std::uint8_t> rows_;  // of what was learnt
  std::vector<float> values_;
  std::size_t oldest_ = 0;
  bool grown_ = false;
  std::vector<float> predictions_;  // tree by tree, one a candidate
  std::vector<float> sums_, squares_;
};

}  // namespace retime::tune
