// What recordings of neighbours - another size, another GPU - say of a space before it is searched.
#pragma once

#include <span>
#include <vector>

#include "harness/tune/strategy.h"

namespace retime::tune {

class neighbours_view {
 public:
  neighbours_view(const tuning_space& over, const std::vector<prior>& neighbours);

  bool empty() const { return ranked_.empty(); }
  /// The configurations that ran at a neighbour, the most promising first.
  const std::vector<configuration>& ranked() const { return ranked_; }
  /// How a configuration stands, the mean over the neighbours that tried it: its level among
  /// theirs, softly clipped, less their mean, in their standard deviations. One that failed there
  /// stands with the worst; one that nobody tried with the mean, at 0. Not if empty.
  float standing(configuration index) const { return standings_[index]; }
  /// Spearman's rank correlation of how configurations stand with how they did here, where
  /// `best_first` is their order. Of fewer than two it is 1: they contradict nothing.
  double agreement(std::span<const configuration> best_first) const;

 private:
  std::vector<float> standings_;
  std::vector<configuration> ranked_;
};

}  // namespace retime::tune
