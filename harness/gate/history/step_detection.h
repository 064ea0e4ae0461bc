// Finds where a series changed its level for good.
//
// The series is looked at after every run, as a continuous-integration job does. A look weighs all
// models of a step against all models of a level that stays, drifts or wanders with correlated
// noise, by their Bayes factor. Without a step that factor exceeds 1/alpha at any time with a
// chance of alpha at most (Ville 1939; Shafer et al. 2011), so many looks need no correction. The
// inequality is about the mean over the noises believed beforehand (step_detection.cpp); docs/ci.md
// has what single ones show.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace retime::gate {

struct step_options {
  double alpha = 0.005;   ///< chance that a series ever shows a step that it has not
  double margin = 0.005;  ///< smaller relative steps are ignored
};

/// Indices at which a new level begins, in order: all that a look after any of the runs showed.
/// `logs`: natural logarithms of the times, oldest first.
std::vector<std::size_t> find_steps(std::span<const double> logs, const step_options& options);

}  // namespace retime::gate
