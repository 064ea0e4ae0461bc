// How cases are sampled, once a method has been chosen for each.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "harness/measure/measurement.h"

namespace retime {

/// Takes samples in blocks. A block may be started while the one before is still under way, so that
/// the device never waits for the host to read its clock.
class sampler {
 public:
  virtual ~sampler() = default;
  /// Starts a block of `count` samples; may return before they are taken.
  virtual void start(std::size_t count) = 0;
  /// Waits for the block started first; its samples in order, time of one run each, the method's
  /// overhead taken off.
  virtual std::vector<double> finish() = 0;
};

/// Even where they overrun the budget.
constexpr std::size_t fewest_samples = 3;

/// A case, warmed up, with the method that suits it.
struct sampling_setup {
  std::unique_ptr<sampler> samples;
  timing_method method = timing_method::events;
  cache_state cache = cache_state::warm;
  std::uint64_t runs_per_sample = 1;
  double overhead_ns = 0;    ///< per run
  double resolution_ns = 0;  ///< the clock's step and the overhead's error, per run
  /// Share of a run's time that the host's pace sets, at most: all of it on a CPU; on a GPU what
  /// launching takes (launching_time.h), where that is timed.
  double host_share = 1;
  double sample_ns = 0;  ///< wall time that one more sample takes, about
  double wall_s = 0;     ///< what preparing took
  /// The time of a run that is timed only once, while warming up.
  std::optional<double> only_sample_ns;
  std::function<device_state()> read_state = [] { return device_state{}; };
};

/// Warms the case up and chooses its method. See measure() for what it throws.
sampling_setup set_up_sampling(erased_runner& target, processor where,
                               const measure_options& options);

/// Samples one case until options.precision or options.budget_s is reached.
measurement sample(sampling_setup& target, const measure_options& options);

/// Samples several cases in rounds; see measure_interleaved().
std::vector<measurement> sample_interleaved(std::span<sampling_setup> targets,
                                            const measure_options& options);

}  // namespace retime
