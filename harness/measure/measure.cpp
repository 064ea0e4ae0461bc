#include "harness/measure/calibration.h"
#include "harness/measure/engine.h"
#include "harness/support/clock.h"

namespace retime {
namespace {

/// A run that is timed only once, while warming up, starts from the initial state. All others start
/// from outputs without an answer, so that what they leave is theirs. Where a brief look takes
/// thousands of cases, there is no time for that.
sampling_setup timed_set_up(const case_target& timed, const measure_options& options) {
  const stopwatch watch;
  if (!options.brief) timed.target->reset();
  sampling_setup setup = set_up_sampling(*timed.target, timed.where, options);
  if (!options.brief && !setup.only_sample_ns) timed.target->reset();
  setup.wall_s = watch.s();
  return setup;
}

}  // namespace

measurement measure(erased_runner& target, processor where, const measure_options& options) {
  calibrate();  // once per process, and no case's time
  sampling_setup setup = timed_set_up({&target, where}, options);
  return sample(setup, options);
}

std::vector<measurement> measure_interleaved(std::span<const case_target> cases,
                                             const measure_options& options) {
  calibrate();
  std::vector<sampling_setup> setups;
  for (const auto& one : cases) setups.push_back(timed_set_up(one, options));
  return sample_interleaved(setups, options);
}

}  // namespace retime
