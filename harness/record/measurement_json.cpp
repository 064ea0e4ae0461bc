#include "harness/record/measurement_json.h"

#include <nlohmann/json.hpp>

#include "harness/record/record.h"

namespace retime {
namespace {

using nlohmann::json;

json state_json(const device_state& of) {
  const auto or_null = [](const auto& value) { return value ? json(*value) : json(); };
  return {{"sm_clock_mhz", or_null(of.sm_clock_mhz)},
          {"memory_clock_mhz", or_null(of.memory_clock_mhz)},
          {"temperature_c", or_null(of.temperature_c)},
          {"power_w", or_null(of.power_w)},
          {"throttle_reasons", of.throttle_reasons}};
}

}  // namespace

json statistics_json(const statistics& of) {
  return {{"median_ns", finite(of.median_ns)},
          {"mean_ns", finite(of.mean_ns)},
          {"min_ns", finite(of.min_ns)},
          {"max_ns", finite(of.max_ns)},
          {"sd_ns", finite(of.sd_ns)},
          {"ci_low_ns", finite(of.ci_low_ns)},
          {"ci_high_ns", finite(of.ci_high_ns)},
          {"n_effective", finite(of.n_effective)},
          {"bimodal", of.bimodal}};
}

json measurement_json(const measurement& of) {
  json blocks = json::array();
  json states = json::array();
  for (const auto& block : of.blocks) {
    blocks.push_back({{"block", block.block},
                      {"position", block.position},
                      {"samples", block.samples},
                      {"median_ns", finite(block.median_ns)},
                      {"throttled", block.throttled}});
    states.push_back(state_json(block.state));
  }
  return {{"method", to_text(of.method)},
          {"cache", to_text(of.cache)},
          {"stop_reason", to_text(of.stopped)},
          {"runs_per_sample", of.runs_per_sample},
          {"overhead_ns", of.overhead_ns},
          {"resolution_ns", of.resolution_ns},
          {"resolution_limited", of.resolution_limited},
          {"throttled", of.throttled},
          {"throttled_samples", of.throttled_ns.size()},
          {"wall_s", of.wall_s},
          {"blocks", blocks},
          {"states", states}};
}

}  // namespace retime
