#include "harness/measure/block_collector.h"

#include <algorithm>
#include <utility>

namespace retime {
namespace {

/// At least a tenth of a second of samples, so that a case is not judged by one instant of the
/// device, and 50 of them for a trustworthy interval; relaxed to 6 for slow runs, the fewest with
/// an interval at all.
std::size_t least_samples(double sample_ns) {
  const double tenth_of_second = std::min(1e8 / sample_ns, 1000.0);
  const double half_second = std::clamp(5e8 / sample_ns, 6.0, 50.0);
  return static_cast<std::size_t>(std::max(tenth_of_second, half_second));
}

stopping_options stopping(const sampling_setup& target, const measure_options& options) {
  return {.precision = options.precision,
          .min_samples = least_samples(std::max(target.sample_ns, 1.0)),
          .quantum_ns = target.resolution_ns,
          .rule = options.stopping_rule};
}

}  // namespace

block_collector::block_collector(const sampling_setup& target, const measure_options& options)
    : precision_(options.precision),
      clean_(stopping(target, options)),
      throttled_(stopping(target, options)) {
  about_.method = target.method;
  about_.cache = target.cache;
  about_.runs_per_sample = target.runs_per_sample;
  about_.overhead_ns = target.overhead_ns;
  about_.resolution_ns = target.resolution_ns;
  about_.host_share = target.host_share;
}

void block_collector::add(std::vector<double> samples, sample_block block) {
  block.throttled = !block.state.throttle_reasons.empty();
  block.samples = samples.size();
  for (const double sample_ns : samples) {
    if (block.throttled)
      throttled_reason_ = throttled_.add(sample_ns);
    else
      clean_reason_ = clean_.add(sample_ns);
  }
  block.median_ns = median(std::move(samples));
  blocks_.push_back(std::move(block));
}

std::optional<stop_reason> block_collector::reason() const {
  return all_throttled() ? throttled_reason_ : clean_reason_;
}

measurement block_collector::result(stop_reason reason) const {
  measurement result = about_;
  result.throttled = all_throttled() && !throttled_.samples().empty();
  const stopping_rule& used = result.throttled ? throttled_ : clean_;
  result.samples_ns = used.samples();
  if (!result.throttled) result.throttled_ns = throttled_.samples();
  result.stats = used.result();
  result.precision = precision_;
  result.blocks = blocks_;
  result.stopped = reason;
  result.resolution_limited = reason == stop_reason::resolution ||
                              result.resolution_ns / 2 > precision_ * result.stats.median_ns;
  return result;
}

}  // namespace retime
