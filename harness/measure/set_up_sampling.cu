// Warming a case up and choosing how to time it.
#include <algorithm>
#include <cmath>

#include "harness/measure/calibration.h"
#include "harness/measure/device_monitor.h"
#include "harness/measure/host_sampler.h"
#include "harness/measure/launching_time.h"
#include "harness/measure/overhead.cuh"

namespace retime {
namespace {

// Below this, what events add to a run is too large a share of it, and runs are grouped instead.
constexpr double small_run_ns = 20e3;
constexpr double grouped_sample_ns = 200e3;  // so long that starting a sample costs little
constexpr double warm_up_ns = 10e6;
constexpr double most_runs = 256;  // the device's queue of launches takes a few times that

/// What a few runs while warming up say of a case.
struct pilot {
  double first_ns = 0, run_ns = 0;
  double enqueue_ns = 0;  ///< host time that run() takes, see launching_time.h
  std::optional<std::size_t>
      launches;  ///< of one run, if it is small and can be captured in a graph
};

std::optional<std::size_t> count_launches(erased_runner& target, device::stream& queue) {
  try {
    return device::graph::capture(queue, [&] { target.run(queue); }).nodes();
  } catch (const std::exception&) {  // it waits for the device, or allocates: it has run before
    return std::nullopt;
  }
}

pilot try_out(erased_runner& target, device::stream& queue, double budget_s, int runs) {
  pilot measured;
  const auto run = [&] {
    const auto before = device::calls_so_far;
    const double returned_ns = host_time_ns([&] { target.run(queue); });
    return launching_ns(returned_ns, device::calls_so_far.since(before),
                        calibrate().launch_ns.value_or(0));
  };
  measured.first_ns = measured.run_ns = device_time_ns(queue, [&] { measured.enqueue_ns = run(); });
  if (measured.first_ns > budget_s * 1e9 / 2) return measured;
  for (int i = 0; i < runs; ++i) {
    double enqueue_ns = 0;
    measured.run_ns = std::min(measured.run_ns, device_time_ns(queue, [&] { enqueue_ns = run(); }));
    measured.enqueue_ns = std::min(measured.enqueue_ns, enqueue_ns);
    if (measured.run_ns > budget_s * 1e9 / 20) break;  // a slow case has no budget for more
  }
  const double floor_ns = calibrate().event_floor_ns.value_or(0);
  if (measured.run_ns < small_run_ns + floor_ns) measured.launches = count_launches(target, queue);
  return measured;
}

timing_method choose_method(const pilot& first_runs, const measure_options& options) {
  // Every cold sample is one run after a flush, so there is nothing to group.
  if (options.cache == cache_state::cold) return timing_method::events;
  // A graph takes the gaps between a run's launches away, and those are the run's: only single
  // launches go there.
  const bool single_launch = first_runs.launches == std::size_t{1};
  const double floor_ns = calibrate().event_floor_ns.value_or(0);
  const bool small = first_runs.run_ns < small_run_ns + floor_ns;
  const auto method = options.method.value_or(!small          ? timing_method::events
                                              : single_launch ? timing_method::graph
                                                              : timing_method::batch);
  if (method == timing_method::graph && !first_runs.launches) return timing_method::batch;
  return method == timing_method::host_clock ? timing_method::events : method;
}

double net_run_ns(const pilot& first_runs) {
  return std::max(first_runs.run_ns - calibrate().event_floor_ns.value_or(0), 1000.0);
}

queue_plan plan_for(const pilot& first_runs, timing_method method) {
  queue_plan plan{.method = method};
  if (method != timing_method::events)
    plan.runs_per_sample = static_cast<std::uint64_t>(
        std::clamp(std::ceil(grouped_sample_ns / net_run_ns(first_runs)), 1.0, most_runs));
  const auto runs = static_cast<double>(plan.runs_per_sample);
  plan.least_ns = calibrate().timer_quantum_ns.value_or(1) / runs;
  // Launching belongs to a run of several launches; of a single one it is the timing's own cost.
  if (first_runs.launches == std::size_t{1} && method != timing_method::graph) {
    const double spin_ns = 2 * (runs * first_runs.enqueue_ns + calibrate().launch_ns.value_or(0));
    plan.blocking_spin_cycles =
        static_cast<long long>(spin_ns * calibrate().cycles_per_ns.value_or(0));
  }
  return plan;
}

/// The host sets the pace while it launches, unless that is hidden.
double host_share(const pilot& first_runs, const queue_plan& plan) {
  const bool hidden = plan.method == timing_method::graph || plan.blocking_spin_cycles > 0;
  return hidden ? 0 : std::min(first_runs.enqueue_ns / first_runs.run_ns, 1.0);
}

/// A sampler and what it works on, which must live as long.
class owning_sampler final : public sampler {
 public:
  owning_sampler(erased_runner& target, std::unique_ptr<device::stream> queue,
                 const queue_plan& plan, std::unique_ptr<probes::l2_flush> flush)
      : queue_(std::move(queue)),
        flush_(std::move(flush)),
        inner_(target, *queue_, plan, flush_.get()) {}
  void start(std::size_t count) override { inner_.start(count); }
  std::vector<double> finish() override { return inner_.finish(); }
  /// What the method adds here and now. Within one process it was seen to differ by 0.3 us from
  /// what was found at the start.
  overhead_estimate overhead_now(const queue_plan& plan) const {
    return measure_overhead(*queue_, plan.method, plan.runs_per_sample, flush_.get(),
                            calibrate().cycles_per_ns.value_or(1));
  }
  void subtract(const overhead_estimate& overhead) {
    inner_.subtract_overhead(overhead.per_run_ns);
  }

 private:
  std::unique_ptr<device::stream> queue_;
  std::unique_ptr<probes::l2_flush> flush_;
  queue_sampler inner_;
};

/// What the method added when the process began.
overhead_estimate overhead_at_start(const queue_plan& plan) {
  const auto& start = calibrate();
  const auto& overhead = plan.method == timing_method::events  ? start.events
                         : plan.method == timing_method::batch ? start.batch
                                                               : start.graph;
  if (!overhead) return {};
  const auto runs = static_cast<double>(plan.runs_per_sample);
  return {.per_run_ns = overhead->per_run_ns + overhead->per_sample_ns / runs,
          .error_ns = overhead->error_ns};
}

/// Warm-up burst, so that clocks have risen; samples discarded, but for what one of them takes.
void warm_up(sampling_setup& setup) {
  const double count = std::min(warm_up_ns / setup.sample_ns, 256.0);
  if (count < 1) return;  // one run is a burst
  const double burst_ns = host_time_ns([&] {
    setup.samples->start(static_cast<std::size_t>(count));
    setup.samples->finish();
  });
  setup.sample_ns = burst_ns / std::floor(count);
}

sampling_setup set_up_on_device(erased_runner& target, const measure_options& options) {
  auto queue = std::make_unique<device::stream>();
  const pilot first_runs = try_out(target, *queue, options.budget_s, options.brief ? 1 : 3);
  sampling_setup setup;
  setup.read_state = [] { return read_device_state(); };
  setup.method = choose_method(first_runs, options);
  const queue_plan plan = plan_for(first_runs, setup.method);
  setup.host_share = host_share(first_runs, plan);
  if (first_runs.first_ns > options.longest_repeated * options.budget_s * 1e9) {
    setup.only_sample_ns = first_runs.first_ns;
    return setup;
  }
  const auto runs = static_cast<double>(plan.runs_per_sample);
  std::unique_ptr<probes::l2_flush> flush;
  if (options.cache == cache_state::cold) flush = std::make_unique<probes::l2_flush>();
  setup.cache = options.cache;
  setup.runs_per_sample = plan.runs_per_sample;
  setup.sample_ns =
      runs * net_run_ns(first_runs) + (flush ? calibrate().flush_ns.value_or(0) : 0) +
      static_cast<double>(plan.blocking_spin_cycles) / calibrate().cycles_per_ns.value_or(1);
  auto samples = std::make_unique<owning_sampler>(target, std::move(queue), plan, std::move(flush));
  owning_sampler& of_case = *samples;
  setup.samples = std::move(samples);
  if (!options.brief) warm_up(setup);
  const auto overhead = options.brief ? overhead_at_start(plan) : of_case.overhead_now(plan);
  of_case.subtract(overhead);
  setup.overhead_ns = overhead.per_run_ns;
  setup.resolution_ns = calibrate().timer_quantum_ns.value_or(0) / runs + 2 * overhead.error_ns;
  return setup;
}

/// The emulation proves results and times nothing: one run, so that the record has a time at all.
sampling_setup run_in_emulation(erased_runner& target) {
  device::stream queue;
  sampling_setup setup;
  setup.method = timing_method::host_clock;
  setup.only_sample_ns = host_time_ns([&] {
    target.run(queue);
    queue.synchronize();
  });
  return setup;
}

}  // namespace

sampling_setup set_up_sampling(erased_runner& target, processor where,
                               const measure_options& options) {
  if (where == processor::gpu)
    return device::is_emulation() ? run_in_emulation(target) : set_up_on_device(target, options);
  auto queue = std::make_shared<device::stream>();
  return set_up_on_host([&target, queue] { target.run(*queue); }, options);
}

}  // namespace retime
