#include "harness/record/measurement_json.h"

#include <nlohmann/json.hpp>

#include "harness/support/json_values.h"

namespace retime {
namespace {

using nlohmann::json;

json state_json(const device_state& state) {
  return {{"sm_clock_mhz", or_null(state.sm_clock_mhz)},
          {"memory_clock_mhz", or_null(state.memory_clock_mhz)},
          {"temperature_c", or_null(state.temperature_c)},
          {"power_w", or_null(state.power_w)},
          {"throttle_reasons", state.throttle_reasons}};
}

}  // namespace

json statistics_json(const statistics& stats) {
  return {{"median_ns", finite(stats.median_ns)},
          {"mean_ns", finite(stats.mean_ns)},
          {"min_ns", finite(stats.min_ns)},
          {"max_ns", finite(stats.max_ns)},
          {"sd_ns", finite(stats.sd_ns)},
          {"ci_low_ns", finite(stats.ci_low_ns)},
          {"ci_high_ns", finite(stats.ci_high_ns)},
          {"n_effective", finite(stats.n_effective)},
          {"bimodal", stats.bimodal}};
}

json measurement_json(const measurement& timing) {
  json blocks = json::array();
  json states = json::array();
  for (const auto& block : timing.blocks) {
    blocks.push_back({{"block", block.block},
                      {"position", block.position},
                      {"samples", block.samples},
                      {"median_ns", finite(block.median_ns)},
                      {"throttled", block.throttled}});
    states.push_back(state_json(block.state));
  }
  return {{"method", to_text(timing.method)},
          {"cache", to_text(timing.cache)},
          {"stop_reason", to_text(timing.stopped)},
          {"runs_per_sample", timing.runs_per_sample},
          {"overhead_ns", timing.overhead_ns},
          {"resolution_ns", timing.resolution_ns},
          {"resolution_limited", timing.resolution_limited},
          {"throttled", timing.throttled},
          {"throttled_samples", timing.throttled_ns.size()},
          {"wall_s", timing.wall_s},
          {"blocks", blocks},
          {"states", states}};
}

}  // namespace retime
