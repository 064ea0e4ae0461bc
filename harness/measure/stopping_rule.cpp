#include "harness/measure/stopping_rule.h"

#include <algorithm>

#include "kernels/support/bad_input.h"

namespace retime {
namespace {

constexpr std::size_t fewest_for_interval = 6;  // the range of 6 holds the median with 97 %
// A stream shorter than this many autocorrelation times does not show how long that time is.
constexpr double least_effective = 20;
// A clock whose step takes more of the wanted interval than this leaves too little of it to
// samples.
constexpr double most_of_interval = 0.75;

/// The interval of the median is as narrow as asked, or as the clock can tell.
std::optional<stop_reason> precise(std::span<const double> samples_ns,
                                   const stopping_options& options) {
  std::vector<double> sorted(samples_ns.begin(), samples_ns.end());
  std::sort(sorted.begin(), sorted.end());
  const double widest = 2 * options.precision * median(sorted), step = options.quantum_ns;
  const auto judge = [&](double width) -> std::optional<stop_reason> {
    if (width <= widest - step) return stop_reason::precision;
    if (step > most_of_interval * widest && width <= step) return stop_reason::resolution;
    return std::nullopt;
  };
  if (const auto reason = judge(sorted.back() - sorted.front())) return reason;
  const double time = autocorrelation_time(samples_ns);
  if (static_cast<double>(sorted.size()) / time < least_effective) return std::nullopt;
  const auto ci = median_interval(sorted, time);
  return judge(ci.high - ci.low);
}

const bool has_precision = register_stopping_rule(
    {.id = default_stopping_rule,
     .help = "the 95 % interval of the median is as narrow as --precision asks",
     .look = precise});

}  // namespace

const stopping_rule_form& stopping_rule_named(const std::string& id) {
  if (const auto* form = forms<stopping_rule_form>::find(id)) return *form;
  throw bad_input("--stop '" + id + "': one of " + forms<stopping_rule_form>::ids("|"));
}

stopping_rule::stopping_rule(stopping_options options)
    : options_(std::move(options)),
      rule_(stopping_rule_named(options_.rule)),
      next_look_(std::max(options.min_samples, fewest_for_interval)) {}

std::optional<stop_reason> stopping_rule::add(double sample_ns) {
  samples_.push_back(sample_ns);
  if (reason_) return reason_;
  if (samples_.size() >= next_look_) {
    next_look_ = samples_.size() + std::max<std::size_t>(1, samples_.size() / 5);
    reason_ = rule_.look(samples_, options_);
  }
  if (!reason_ && samples_.size() >= options_.max_samples) reason_ = stop_reason::max_samples;
  return reason_;
}

}  // namespace retime
