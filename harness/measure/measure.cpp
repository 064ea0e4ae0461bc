#include <algorithm>
#include <ctime>

#include "harness/host/clock.h"
#include "harness/measure/calibration.h"
#include "harness/measure/host_pace.h"
#include "harness/measure/sampler.h"

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

double processor_time_s() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

host_cores cores_busy_in(const case_target& timed, const measure_options& options) {
  constexpr double several = 1.5;
  const stopwatch watch;
  const double begun_s = processor_time_s();
  timed_set_up(timed, options);
  const double cores = (processor_time_s() - begun_s) / std::max(watch.s(), 1e-9);
  return cores > several ? host_cores::all : host_cores::one;
}

/// Short beside the sampling.
double pace_beside(const measurement& timed) {
  const double sample_ns = timed.stats.median_ns * static_cast<double>(timed.runs_per_sample);
  return host_pace_ns(sample_ns, std::min(timed.wall_s / 20, 0.01));
}

}  // namespace

measurement measure(erased_runner& target, processor where, const measure_options& options) {
  calibrate();  // once per process, and no case's time
  const case_target timed{&target, where};
  host_cores cores = options.cores;
  if (options.begin_use && where == processor::cpu) {
    if (cores == host_cores::unknown) cores = cores_busy_in(timed, options);
    options.begin_use(cores == host_cores::all ? host_use::alone : host_use::timed);
  }
  sampling_setup setup = timed_set_up(timed, options);
  const stolen_cores stolen;
  measurement result = sample(setup, options);
  result.cores = cores;
  if (options.brief) return result;
  result.stolen_cores = stolen.mean();
  result.host_pace_ns = pace_beside(result);
  return result;
}

std::vector<measurement> measure_interleaved(std::span<const case_target> cases,
                                             const measure_options& options) {
  calibrate();
  std::vector<sampling_setup> setups;
  for (const auto& timed : cases) setups.push_back(timed_set_up(timed, options));
  const stolen_cores stolen;
  auto results = sample_interleaved(setups, options);
  if (options.brief) return results;
  for (auto& result : results) result.stolen_cores = stolen.mean();
  for (auto& result : results) result.host_pace_ns = pace_beside(result);
  return results;
}

}  // namespace retime
