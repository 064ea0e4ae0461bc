// What a comparison takes for a difference, and how sure it must be of one.
#pragma once

#include <string>
#include <vector>

#include "harness/gate/verdict.h"

namespace retime::gate {

struct compare_options {
  double margin = 0.005;  ///< equivalence margin: smaller effects are ignored; relative
  double alpha = 0.01;    ///< accepted error of a verdict, after correction
  correction correct = correction::benjamini_hochberg;
  /// Relative standard deviation from process to process that is assumed while those measured are
  /// too few to show theirs.
  double assumed_drift = 0.01;
  bool pair_runs = false;               ///< the i-th BASE run was taken next to the i-th NEW run
  std::vector<std::string> accepted{};  ///< conditions that may differ, see comparable.h
};

}  // namespace retime::gate
