#include "harness/record/ceilings_json.h"

#include <nlohmann/json.hpp>

#include "harness/measure/calibration.h"
#include "kernels/device/properties.h"

namespace retime {
namespace {

using nlohmann::json;

json or_null(const std::optional<double>& value) { return value ? json(*value) : json(); }

json overhead_json(const std::optional<method_overhead>& of) {
  if (!of) return {};
  return {{"per_run_ns", of->per_run_ns},
          {"per_sample_ns", of->per_sample_ns},
          {"error_ns", of->error_ns}};
}

}  // namespace

json ceilings_json() {
  if (device::is_emulation()) return {};
  const calibration& of = calibrate();
  return {{"copy_bytes_per_s", or_null(of.copy_bytes_per_s)},
          {"l2_bytes_per_s", or_null(of.l2_bytes_per_s)},
          {"launch_ns", or_null(of.launch_ns)},
          {"graph_node_ns", or_null(of.graph_node_ns)},
          {"event_floor_ns", or_null(of.event_floor_ns)},
          {"timer_quantum_ns", or_null(of.timer_quantum_ns)},
          {"flush_ns", or_null(of.flush_ns)},
          {"cycles_per_ns", or_null(of.cycles_per_ns)},
          {"overhead",
           {{"events", overhead_json(of.events)},
            {"batch", overhead_json(of.batch)},
            {"graph", overhead_json(of.graph)}}}};
}

}  // namespace retime
