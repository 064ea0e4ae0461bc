// How few launches tell which configurations are worth more of them. The counts are those that lost
// least per launch on recorded noise: 3 launches for all, 10 more for those that may be the best.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "harness/measure/measurement.h"

namespace retime::tune {

inline constexpr std::size_t first_launches = 3, more_launches = 10, most_finalists = 20;

/// What some launches say of a configuration's time.
struct estimate {
  double median_ns = 0;
  double low_ns = 0, high_ns = 0;  ///< 95 % interval of the mean by Student's t, around the median

  /// The same scatter around another value of the launches, such as their mean.
  estimate around(double value_ns) const;
  estimate over(double ratio) const { return {median_ns / ratio, low_ns / ratio, high_ns / ratio}; }
};

/// `floor`: relative half-width below which an interval never falls, since launches of one moment
/// agree better than those of two.
estimate estimate_of(std::span<const double> samples_ns, double floor = 0.002);

/// 3 launches, and 10 more unless the interval then lies above `elimination_threshold_ns`, where
/// the leader's ends; without a leader all are taken.
sample_plan race(std::optional<double> elimination_threshold_ns);

/// Indices of those whose interval reaches the leader's, or that are within 2 % of it, fastest
/// first.
std::vector<std::size_t> finalists(std::span<const estimate> all,
                                   std::size_t most = most_finalists);

/// Times of configurations that were launched in rounds, side by side: rounds_ns[i] is the i-th
/// round.
using rounds = std::vector<double>;

/// Whether the rounds leave open which of the two is faster: the 95 % interval of their mean
/// logarithmic ratio, by pairs, contains 0. Fewer than 3 pairs leave it open.
bool tied(const rounds& left, const rounds& right);

/// Where a later measurement of the same thing falls in 95 % of the cases: a prediction interval
/// from the scatter between rounds, and of at least `floor` either way, since one percent is what
/// two runs of the same program were seen to differ by.
retime::interval prediction(const rounds& rounds_ns, double floor = 0.01);

}  // namespace retime::tune
