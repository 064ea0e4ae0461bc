#include "harness/measure/stopping_rule.h"

#include <algorithm>

namespace retime {
namespace {

constexpr std::size_t fewest_for_interval = 6;  // the range of 6 holds the median with 97 %
// A stream shorter than this many autocorrelation times does not show how long that time is.
constexpr double least_effective = 20;
// A clock whose step takes more of the wanted interval than this leaves too little of it to
// samples.
constexpr double most_of_interval = 0.75;

}  // namespace

stopping_rule::stopping_rule(stopping_options options)
    : options_(options), next_look_(std::max(options.min_samples, fewest_for_interval)) {}

std::optional<stop_reason> stopping_rule::add(double sample_ns) {
  samples_.push_back(sample_ns);
  if (reason_) return reason_;
  if (samples_.size() >= next_look_) {
    next_look_ = samples_.size() + std::max<std::size_t>(1, samples_.size() / 5);
    reason_ = look();
  }
  if (!reason_ && samples_.size() >= options_.max_samples) reason_ = stop_reason::max_samples;
  return reason_;
}

std::optional<stop_reason> stopping_rule::look() const {
  std::vector<double> sorted = samples_;
  std::sort(sorted.begin(), sorted.end());
  const double widest = 2 * options_.precision * median(sorted), step = options_.quantum_ns;
  const auto judge = [&](double width) -> std::optional<stop_reason> {
    if (width <= widest - step) return stop_reason::precision;
    if (step > most_of_interval * widest && width <= step) return stop_reason::resolution;
    return std::nullopt;
  };
  if (const auto reason = judge(sorted.back() - sorted.front())) return reason;
  const double time = autocorrelation_time(samples_);
  if (static_cast<double>(sorted.size()) / time < least_effective) return std::nullopt;
  const auto ci = median_interval(sorted, time);
  return judge(ci.high - ci.low);
}

}  // namespace retime
