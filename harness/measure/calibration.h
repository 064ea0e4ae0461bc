// What this machine's GPU can do at best, and what timing itself costs on it. Measured once per
// process.
#pragma once

#include <optional>

namespace retime {

/// Absent values: no GPU here (the emulation times nothing).
struct calibration {
  // Ceilings, which the roofline column divides by.
  std::optional<double> copy_bytes_per_s;  ///< device memory, bytes read plus bytes written
  std::optional<double> l2_bytes_per_s;    ///< reading a buffer of a quarter of L2 over and over
  std::optional<double> launch_ns;         ///< one of many empty kernels launched back to back
  std::optional<double> graph_node_ns;     ///< one of many empty kernels in a CUDA graph
  // Floors of the clock.
  std::optional<double> event_floor_ns;    ///< what two events around an empty kernel read
  std::optional<double> timer_quantum_ns;  ///< the step of an event's clock
  std::optional<double> flush_ns;          ///< emptying L2 once
  // What each method adds to a run, by extrapolating kernels of known cycles to none; taken off
  // every sample.
  std::optional<double> events_overhead_ns, batch_overhead_ns, graph_overhead_ns;
  std::optional<double>
      overhead_error_ns;  ///< half the spread of repeated estimates, the worst of the methods
  std::optional<double> cycles_per_ns;  ///< SM clock under the calibration kernels
};

/// Measures on the first call (under a second on a GPU), remembers after that.
const calibration& calibrate();

}  // namespace retime
