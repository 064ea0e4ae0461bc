// From an effect and its precision to one word. Both claims are about the margin, and each has its
// own test:
//   slower / faster  minimum-effect test: the effect is beyond the margin
//   same             equivalence test (two one-sided, Schuirmann 1987): the effect is within it
// What neither test can claim is undecided. An interval that lies wholly on one side gives the same
// answer.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/gate/estimate.h"

namespace retime::gate {

enum class verdict { faster, slower, same, undecided, not_comparable };
std::string to_text(verdict);

enum class correction { none, holm, benjamini_hochberg };
std::string to_text(correction);
std::optional<correction> correction_from(const std::string& text);  ///< nothing for other words

/// What a comparison takes for a difference, and how sure it must be of one.
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

/// What one effect alone says; the p-values are not yet corrected for the number of cases.
struct p_values {
  double p_beyond =
      1;  ///< that an effect no larger than the margin would look like this; two-sided
  double p_within = 1;  ///< that an effect beyond the margin would look like this
};

/// `margin` is relative (0.005: half a per cent slower, or faster by the same factor).
p_values test(const effect_estimate& effect, double margin);

/// p-values corrected for their number, in the order given: Holm (1979) bounds the chance of any
/// false claim, Benjamini and Hochberg (1995) the expected share of false ones among the claims
/// made.
std::vector<double> corrected(std::span<const double> p, correction method);

/// `p` holds corrected values; `alpha` is the accepted error.
verdict decide(const effect_estimate& effect, const p_values& p, double alpha);

}  // namespace retime::gate
