// Timing on the device, by events in a queue of work.
#pragma once

#include <optional>
#include <queue>
#include <utility>

#include "harness/measure/probes.cuh"
#include "harness/measure/sampler.h"

namespace retime {

struct queue_plan {
  timing_method method = timing_method::events;  ///< events, batch or graph
  std::uint64_t runs_per_sample = 1;
  double overhead_ns = 0;  ///< subtracted from every run
  double least_ns = 0;     ///< what a run reads that cannot be told from none
  /// Device cycles to spin before each sample, so that the host is done launching it before the
  /// device begins; 0 where the host is fast enough, or where its launching belongs to the run.
  long long blocking_spin_cycles = 0;
};

/// Pairs of events around `runs_per_sample` runs. `flush`, if any, empties L2 before each pair.
class queue_sampler final : public sampler {
 public:
  /// Graphs are captured here. Throws what that throws.
  queue_sampler(erased_runner& target, device::stream& queue, queue_plan plan,
                probes::l2_flush* flush);
  void start(std::size_t count) override;
  std::vector<double> finish() override;
  /// From every run, from here on.
  void subtract_overhead(double overhead_ns) { plan_.overhead_ns = overhead_ns; }

 private:
  struct event_pair {
    device::event begin, end;
  };
  using block = std::vector<std::unique_ptr<event_pair>>;

  std::unique_ptr<event_pair> take_pair();
  void run_sample();

  erased_runner& target_;
  device::stream& queue_;
  queue_plan plan_;
  probes::l2_flush* flush_;
  std::optional<device::graph> graph_;
  std::queue<block> started_;
  block idle_;  // events are reused: making one costs as much as recording one
};

/// Device time between two events around `work`, in ns. Waits for it.
template <class Work>
double device_time_ns(device::stream& queue, Work&& work) {
  device::event begin, end;
  begin.record(queue);
  std::forward<Work>(work)();
  end.record(queue);
  end.synchronize();
  return device::elapsed_ns(begin, end);
}

}  // namespace retime
