// What a timed case yields, and the one function that times it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "variants/form.h"

namespace retime {

enum class cache_state { cold, warm };  ///< cold: L2 is flushed before every sample
enum class timing_method { events, batch, graph, host_clock };
enum class stop_reason { precision, budget, max_samples, single };

struct measure_options {
  double precision = 0.01;  ///< wanted half-width of the 95 % interval of the median, relative
  double budget_s = 10;     ///< wall time a case may spend on samples
  cache_state cache = cache_state::warm;
  std::optional<timing_method> method{};  ///< chosen per case unless named
  std::uint64_t seed = 1;
};

struct statistics {
  double median_ns = 0, mean_ns = 0, min_ns = 0, max_ns = 0, sd_ns = 0;
  double ci_low_ns = 0, ci_high_ns = 0;  ///< 95 % interval of the median
  double n_effective = 0;                ///< samples after allowance for autocorrelation
  bool bimodal = false;
};

/// One reading of the device's state; null where the driver does not say.
struct device_state {
  std::optional<double> sm_clock_mhz, memory_clock_mhz, temperature_c, power_w;
  std::vector<std::string> throttle_reasons;
};

struct measurement {
  std::vector<double> samples_ns;       ///< time of one run() each, in the order taken; throttled ones left out
  std::vector<double> throttled_ns;     ///< samples taken while throttled: kept, not used unless nothing else is there
  statistics stats;
  stop_reason stopped = stop_reason::single;
  timing_method method = timing_method::events;
  cache_state cache = cache_state::warm;
  std::uint64_t runs_per_sample = 1;
  bool resolution_limited = false;      ///< no method resolves this case to the precision asked
  std::vector<device_state> states;     ///< one per block of samples
};

/// Times runner.run(). `target` has been verified and warmed up by nobody: warming up is this function's.
measurement measure(erased_runner& target, processor where, const measure_options& options);

std::string to_text(cache_state);
std::string to_text(timing_method);
std::string to_text(stop_reason);

}  // namespace retime
