// Timing as the harness calls it, over the emulation, which runs a GPU case once and times nothing.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <thread>

#include "harness/measure/calibration.h"
#include "harness/measure/device_monitor.h"
#include "harness/measure/host_sampler.h"
#include "harness/measure/measurement.h"
#include "harness/measure/overhead.cuh"
#include "harness/measure/probe_runner.cuh"
#include "harness/measure/sampler.h"
#include "harness/measure/self_check.h"

namespace retime {
namespace {

struct counted {
  int runs = 0;
  probe_runner runner{[this](device::stream& queue) {
    probes::empty(queue);
    ++runs;
  }};
};

TEST(measure, runs_an_emulated_gpu_case_once) {
  counted target;
  const auto timing = measure(target.runner, processor::gpu, {});
  EXPECT_EQ(target.runs, 1);
  EXPECT_EQ(timing.samples_ns.size(), 1U);
  EXPECT_EQ(timing.stopped, stop_reason::single);
  EXPECT_EQ(timing.method, timing_method::host_clock);
}

TEST(measure, times_a_cpu_case_by_the_hosts_clock) {
  probe_runner sleeper(
      [](device::stream&) { std::this_thread::sleep_for(std::chrono::milliseconds(2)); });
  const auto timing = measure(sleeper, processor::cpu, {.precision = 0.2, .budget_s = 1});
  EXPECT_GE(timing.stats.min_ns, 2e6);
  EXPECT_EQ(timing.runs_per_sample, 1U);
  EXPECT_EQ(timing.method, timing_method::host_clock);
  EXPECT_EQ(timing.cache, cache_state::warm);
}

TEST(measure, groups_runs_that_the_clock_cannot_resolve) {
  volatile int sink = 0;
  probe_runner quick([&](device::stream&) { sink = 1; });
  const auto timing = measure(quick, processor::cpu, {.precision = 0.2, .budget_s = 0.5});
  EXPECT_GT(timing.runs_per_sample, 10U);
  EXPECT_LT(timing.stats.median_ns, 1000);
  EXPECT_LE(timing.resolution_ns * static_cast<double>(timing.runs_per_sample),
            host_clock_quantum_ns() * 1.01);
}

TEST(measure, a_cpu_case_of_many_budgets_is_run_once) {
  int runs = 0;
  probe_runner slow([&](device::stream&) {
    ++runs;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  });
  const auto timing = measure(slow, processor::cpu, {.budget_s = 0.003});
  EXPECT_EQ(runs, 1);
  EXPECT_EQ(timing.stopped, stop_reason::single);
  EXPECT_GE(timing.stats.median_ns, 20e6);
}

TEST(measure, a_cpu_case_of_a_few_budgets_has_an_interval) {
  probe_runner slow(
      [](device::stream&) { std::this_thread::sleep_for(std::chrono::milliseconds(20)); });
  for (const double budget_s : {0.021, 0.01}) {
    const auto timing = measure(slow, processor::cpu, {.budget_s = budget_s});
    EXPECT_EQ(timing.samples_ns.size(), 3U);
    EXPECT_EQ(timing.stopped, stop_reason::budget);
    EXPECT_LT(timing.stats.ci_low_ns, timing.stats.ci_high_ns);
  }
}

/// 'r' for reset(), '.' for a run.
class traced_runner final : public erased_runner {
 public:
  void reset() override { calls += 'r'; }
  void run(device::stream&) override {
    calls += '.';
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  erased answer() override { return nullptr; }
  std::map<std::string, series> trace(device::stream&) override { return {}; }
  std::optional<launch_report> launch() const override { return std::nullopt; }

  std::string calls;
};

TEST(measure, poisons_outputs_after_warming_up_so_that_timed_runs_write_what_is_left) {
  traced_runner target;
  measure(target, processor::cpu, {.budget_s = 0.02});
  const auto last = target.calls.rfind('r');
  EXPECT_NE(target.calls.substr(0, last).find('.'), std::string::npos) << target.calls;
  EXPECT_GE(target.calls.size() - last, 1 + fewest_samples) << target.calls;
}

TEST(measure, times_a_single_run_from_the_initial_state) {
  traced_runner on_device, slow;
  measure(on_device, processor::gpu, {});
  EXPECT_EQ(on_device.calls, "r.");
  measure(slow, processor::cpu, {.budget_s = 1e-4});
  EXPECT_EQ(slow.calls, "r.");
}

TEST(measure, resets_nothing_for_a_brief_look) {
  traced_runner target;
  measure(target, processor::cpu,
          {.brief = [](std::span<const double> so_far) { return 3 - so_far.size(); }});
  EXPECT_EQ(target.calls.find('r'), std::string::npos) << target.calls;
}

TEST(measure, lets_errors_through) {
  probe_runner failing([](device::stream&) { throw device::error("no such luck"); });
  EXPECT_THROW(measure(failing, processor::gpu, {}), device::error);
  EXPECT_THROW(measure(failing, processor::cpu, {}), device::error);
}

TEST(measure, interleaves_cases_of_both_processors) {
  counted on_device, on_host;
  const std::vector<case_target> cases{{&on_device.runner, processor::gpu},
                                       {&on_host.runner, processor::cpu}};
  const auto timings = measure_interleaved(cases, {.precision = 0.5, .budget_s = 0.5});
  ASSERT_EQ(timings.size(), 2U);
  EXPECT_EQ(on_device.runs, 1);
  EXPECT_GE(timings[1].blocks.size(), 2U);
}

TEST(queue_sampler, takes_so_many_runs_a_sample) {
  for (const auto method : {timing_method::events, timing_method::batch}) {
    counted target;
    device::stream queue;
    queue_sampler sampler(target.runner, queue, {.method = method, .runs_per_sample = 4}, nullptr);
    sampler.start(3);
    sampler.start(2);
    EXPECT_EQ(sampler.finish().size(), 3U);
    EXPECT_EQ(sampler.finish().size(), 2U);
    EXPECT_EQ(target.runs, 5 * 4);
  }
}

__global__ void count_up(device::span<int> counter) { ++counter[0]; }

TEST(queue_sampler, captures_a_graph_once_and_replays_it) {
  device::buffer<int> counter(1);
  counter.upload(std::vector<int>{0});
  int host_calls = 0;
  probe_runner target([&](device::stream& queue) {
    ++host_calls;
    device::launch(queue, count_up, {}, counter.view());
  });
  device::stream queue;
  queue_sampler sampler(target, queue, {.method = timing_method::graph, .runs_per_sample = 5},
                        nullptr);
  sampler.start(3);
  EXPECT_EQ(sampler.finish().size(), 3U);
  EXPECT_EQ(host_calls, 5);
  EXPECT_EQ(counter.to_host()[0], (1 + 3) * 5);  // once to warm up, then three samples
}

TEST(queue_sampler, takes_the_overhead_off_but_never_reads_less_than_it_can_tell_from_none) {
  counted target;
  device::stream queue;
  queue_sampler sampler(target.runner, queue, {.overhead_ns = 1e12, .least_ns = 7}, nullptr);
  sampler.start(2);
  EXPECT_EQ(sampler.finish(), (std::vector<double>{7, 7}));
}

TEST(overhead, is_measured_with_every_sampler_that_times_cases) {
  device::stream queue;
  probes::l2_flush flush;
  for (const auto method : {timing_method::events, timing_method::batch, timing_method::graph}) {
    const auto overhead = measure_overhead(queue, method, method == timing_method::events ? 1 : 20,
                                           &flush, 1.98);  // numbers mean nothing in emulation
    EXPECT_TRUE(std::isfinite(overhead.per_run_ns));
    EXPECT_GE(overhead.error_ns, 0);
  }
}

TEST(probes, copy_and_read_what_they_say) {
  device::stream queue;
  probes::memory_copy copy(1 << 16);
  copy(queue);
  EXPECT_EQ(copy.bytes_moved(), 2 << 16);
  probes::repeated_read read(1 << 14, 3);
  read(queue);  // the emulation faults on an index out of bounds
  EXPECT_EQ(read.bytes_read(), 3 << 14);
  probes::l2_flush flush;
  flush(queue);
}

TEST(calibration, has_nothing_to_say_of_the_emulation) {
  EXPECT_FALSE(calibrate().copy_bytes_per_s);
  EXPECT_FALSE(calibrate().events);
  EXPECT_TRUE(check_timing().empty());
}

TEST(device_monitor, names_only_reasons_that_slow_the_device) {
  EXPECT_TRUE(throttle_reasons(0x1 | 0x2 | 0x100).empty());
  EXPECT_EQ(throttle_reasons(0x4 | 0x40),
            (std::vector<std::string>{"sw_power_cap", "hw_thermal_slowdown"}));
}

TEST(device_monitor, says_nothing_where_nothing_is_known) {
  const auto state = read_device_state();
  EXPECT_FALSE(state.sm_clock_mhz);
  EXPECT_TRUE(state.throttle_reasons.empty());
}

}  // namespace
}  // namespace retime
