// Finds where a series changed its level for good.
//
// Binary segmentation (Scott and Knott 1974): the split with the largest CUSUM statistic is kept if
// a permutation test says that an exchangeable series would hardly have one as large, and both
// sides are searched in turn. The test assumes nothing of the noise's size or shape. A side has at
// least three runs, so a lone outlier is no step, and a step shows once three runs follow it: to
// judge one run is `compare`'s work.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace retime::compare {

struct step_options {
  double alpha = 0.01;    ///< chance that a series without a step is split; for each series alone
  double margin = 0.005;  ///< smaller relative steps are ignored
  std::size_t shortest = 3;  ///< runs on either side of a step, at least
  int permutations = 999;
  std::uint64_t seed = 1;
};

/// Indices at which a new level begins, in order. `logs`: natural logarithms of the times, oldest
/// first.
std::vector<std::size_t> find_steps(std::span<const double> logs, const step_options& options);

}  // namespace retime::compare
