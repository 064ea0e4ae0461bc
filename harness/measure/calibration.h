// What this machine's GPU can do at best, and what timing itself costs on it. Measured once per
// process.
#pragma once

#include <optional>

namespace retime {

/// What a method of timing adds to the run it times, by extrapolating kernels of known cycles to
/// none.
struct method_overhead {
  double per_run_ns = 0;     ///< from one run to the next
  double per_sample_ns = 0;  ///< shared by the runs of a sample
  double error_ns = 0;       ///< half the spread of repeated estimates, per run
};

/// Absent values: no GPU here (the emulation times nothing), or too little free memory to measure.
struct calibration {
  // Ceilings, which the roofline column divides by.
  std::optional<double> copy_bytes_per_s;  ///< device memory, bytes read plus bytes written
  std::optional<double> l2_bytes_per_s;    ///< reading a quarter of L2 over and over
  std::optional<double> launch_ns;         ///< one of many empty kernels launched back to back
  std::optional<double> graph_node_ns;     ///< one of many empty kernels in a CUDA graph
  // Floors of the clock.
  std::optional<double> event_floor_ns;    ///< what two events around an empty kernel read
  std::optional<double> timer_quantum_ns;  ///< the step of an event's clock
  std::optional<double> flush_ns;          ///< emptying L2 once
  std::optional<double> cycles_per_ns;     ///< SM clock under a kernel of one thread
  // As found at the start; what is taken off a case's samples is measured anew for it
  // (overhead.cuh).
  std::optional<method_overhead> events, batch, graph;
};

/// Measures on the first call (about a second on a GPU), remembers after that.
const calibration& calibrate();

}  // namespace retime
