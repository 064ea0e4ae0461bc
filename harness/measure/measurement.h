// What a timed case yields, and the functions that time it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/host/host_turns.h"
#include "harness/measure/statistics.h"
#include "variants/registry.h"

namespace retime {

enum class cache_state { cold, warm };  ///< cold: L2 is flushed before every sample
enum class timing_method { events, batch, graph, host_clock };
/// resolution: the samples say more than the method can tell, and still not what was asked.
/// single: one run took more than longest_repeated budgets. processes: as many were used as
/// allowed.
enum class stop_reason { precision, resolution, budget, max_samples, single, processes };

/// How many more samples to take, given those taken so far; 0: enough.
using sample_plan = std::function<std::size_t(std::span<const double> so_far_ns)>;

inline constexpr const char* default_stopping_rule = "precision";

struct measure_options {
  double precision = 0.01;  ///< wanted half-width of the 95 % interval of the median, relative
  double budget_s =
      10;  ///< wall time a case may spend on samples; see fewest_samples (sampler.h) for long runs
  /// A run of more budgets than this is timed once, while warming up; a shorter one, that overruns
  /// the budget too, three times, for one sample has no interval.
  double longest_repeated = 5;
  cache_state cache = cache_state::warm;
  std::optional<timing_method> method{};              ///< chosen per case unless named
  std::uint64_t seed = 1;                             ///< of the order of interleaved blocks
  std::string stopping_rule = default_stopping_rule;  ///< of stopping_rule.h
  /// For a brief look at one of many cases: decides alone how many samples are taken, instead of
  /// precision and budget. The case is warm from its verification, and what the method adds is
  /// taken as it was found at the start. Interleaved, it is asked once for the number of rounds,
  /// of one sample a case each.
  sample_plan brief{};
  /// Called before a CPU variant is timed, if others use the host; returns in its turn.
  std::function<void(host_use)> begin_use{};
  host_cores cores = host_cores::unknown;  ///< of a CPU variant; found out, if it takes turns
};

/// One reading of the device's state; null where the driver does not say.
struct device_state {
  std::optional<double> sm_clock_mhz, memory_clock_mhz, temperature_c, power_w;
  std::optional<double> energy_j{};  ///< that the device has used since its driver was loaded
  double read_s = 0;                 ///< when, by the host's steady clock
  std::vector<std::string> throttle_reasons;  ///< those that slow the device; idling and chosen
                                              ///< clocks are not among them
};

/// Consecutive samples of one case, all taken within one reading of the device's state.
struct sample_block {
  std::uint64_t block =
      0;  ///< the round: blocks of different cases with the same number were taken side by side
  std::uint64_t position = 0;  ///< place within the round; 0 where cases are not interleaved
  std::uint64_t samples = 0;
  double median_ns = 0;
  bool throttled = false;
  device_state state;
};

/// What the device used while it ran a case and little else (device_monitor.h).
struct energy_use {
  double power_w = 0;   ///< in the mean
  double window_s = 0;  ///< over which that was seen
  double busy = 1;      ///< share of the sampling in which the case ran
};

struct measurement {
  std::vector<double> samples_ns;    ///< time of one run() each, in the order taken
  std::vector<double> throttled_ns;  ///< left out: taken while throttled, and there are others
  bool throttled = false;            ///< there were no others, so samples_ns are throttled ones
  statistics stats;
  double precision = 0.01;  ///< that was asked
  std::vector<sample_block> blocks;
  stop_reason stopped = stop_reason::single;
  timing_method method = timing_method::events;
  cache_state cache = cache_state::warm;
  std::uint64_t runs_per_sample = 1;
  double overhead_ns = 0;    ///< of the method, already taken off every sample (overhead.cuh)
  double resolution_ns = 0;  ///< what the method can tell apart, per run
  bool resolution_limited = false;  ///< no method resolves this case to the precision asked
  double host_share = 1;  ///< of a run's time, at most, that the host's pace sets (sampler.h)
  std::optional<double> host_pace_ns{};  ///< right after sampling (host_pace.h); not of brief looks
  std::optional<double> stolen_cores{};  ///< while sampling (host_pace.h); not of brief looks
  host_cores cores = host_cores::unknown;  ///< of a CPU variant that took turns with others
  std::optional<energy_use> energy{};
  double wall_s = 0;  ///< spent on this case: warming up, choosing the method, sampling
};

/// Times target.run(), which nobody has warmed up: that is this function's. In emulation a GPU case
/// is run once, by the host's clock. Whatever run() throws passes through.
///
/// The last run's output stays in the target. Unless the look is brief, reset() is called ahead of
/// the first sample, so that this output is that of timed runs alone; of a single run, ahead of it.
measurement measure(erased_runner& target, processor where, const measure_options& options);

struct case_target {
  erased_runner* target = nullptr;
  processor where = processor::gpu;
};

/// Times several prepared cases in rounds: each round takes one block of every case, in an order
/// drawn from options.seed, so that drift falls on all of them alike. One measurement per case, in
/// the order given; blocks with the same number are pairs. options.budget_s is per case.
std::vector<measurement> measure_interleaved(std::span<const case_target> cases,
                                             const measure_options& options);

std::string to_text(cache_state);
std::string to_text(timing_method);
std::string to_text(stop_reason);
/// Nothing for other words.
std::optional<cache_state> cache_state_from(const std::string& text);
std::optional<timing_method> timing_method_from(const std::string& text);
std::optional<stop_reason> stop_reason_from(const std::string& text);

}  // namespace retime
