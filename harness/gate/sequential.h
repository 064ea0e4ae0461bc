// A session that is looked at while it goes on, and ended by what was seen: tested as often as it
// is looked at, equal code would be called different far more often than the accepted error says.
//
// The error is spent over the looks (Lan and DeMets, Biometrika 70, 1983): each look has its share,
// all shares together are 1. No joint law of the looks is used, only that chances add up at most,
// so the trimmed mean may stay, and with it that a few disturbed pairs do no harm. An always-valid
// t test (a mixture over the effect size; Wang and Ramdas, arXiv 2310.03722) finds more where pairs
// are normal, but outlying ones blind it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "harness/gate/estimate.h"
#include "harness/gate/verdict.h"

namespace retime::gate {

struct look {
  std::size_t pairs = 0;
  double share = 0;  ///< of the accepted error
};

/// The looks that so many pairs allow: the first when they are few no longer (8 at an error of 1
/// %), then each with a quarter more pairs (10, 12, 15, 18, 22, ...). Each look spends a fifth of
/// what is left of the error.
std::vector<look> looks(std::size_t pairs, double alpha);

/// An estimate for each look, from the pairs' log-ratios in the order of their rounds.
std::vector<effect_estimate> estimates_at_looks(std::span<const double> log_ratios, double alpha);

/// The least p-values of all looks so far: more pairs never take back what is decided. Looks at
/// which the effect had the other sign than it has now say nothing of it.
p_values test_over_looks(std::span<const effect_estimate> looks, double margin);

}  // namespace retime::gate
