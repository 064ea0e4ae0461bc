#include <algorithm>
#include <cmath>

#include "harness/measure/calibration.h"
#include "harness/measure/host_sampler.h"
#include "harness/measure/probe_runner.cuh"
#include "harness/measure/queue_sampler.cuh"

namespace retime {
namespace {

template <class Probe>
double least_time_ns(device::stream& queue, int times, Probe&& probe) {
  double least = device_time_ns(queue, probe);
  for (int i = 1; i < times; ++i) least = std::min(least, device_time_ns(queue, probe));
  return least;
}

/// Clocks rise under load only; a tenth of a second of it brings them there.
void wake_up(device::stream& queue) {
  for (int i = 0; i < 50; ++i) probes::spin(queue, 4'000'000);
  queue.synchronize();
}

/// By the driver's own copy, large enough that its start and end do not show.
std::optional<double> copy_bytes_per_s(device::stream& queue) {
  constexpr std::size_t largest_bytes = std::size_t{4} << 30;
  try {
    probes::memory_copy copy(std::min(largest_bytes, device::current().memory_free_bytes / 4));
    return 1e9 * copy.bytes_moved() / least_time_ns(queue, 20, [&] { copy(queue); });
  } catch (const device::out_of_memory&) {
    return std::nullopt;
  }
}

double l2_bytes_per_s(device::stream& queue) {
  probes::repeated_read read(device::current().l2_bytes / 4, 64);
  return 1e9 * read.bytes_read() / least_time_ns(queue, 20, [&] { read(queue); });
}

double launch_ns(device::stream& queue) {
  constexpr int launches = 2000;
  const auto launch_all = [&] {
    for (int i = 0; i < launches; ++i) probes::empty(queue);
    queue.synchronize();
  };
  launch_all();
  return std::min(host_time_ns(launch_all), host_time_ns(launch_all)) / launches;
}

double graph_node_ns(device::stream& queue) {
  constexpr int nodes = 1000;
  auto graph = device::graph::capture(queue, [&] {
    for (int i = 0; i < nodes; ++i) probes::empty(queue);
  });
  return least_time_ns(queue, 10, [&] { graph.launch(queue); }) / nodes;
}

/// Readings of two events around an empty kernel: their median, and the smallest difference between
/// two of them.
void measure_events(device::stream& queue, calibration& into) {
  std::vector<double> readings;
  for (int i = 0; i < 500; ++i)
    readings.push_back(device_time_ns(queue, [&] { probes::empty(queue); }));
  std::sort(readings.begin(), readings.end());
  into.event_floor_ns = median(readings);
  double quantum = 0;
  for (std::size_t i = 1; i < readings.size(); ++i) {
    const double step = readings[i] - readings[i - 1];
    // Readings are milliseconds in single precision: less than a nanosecond is rounding.
    if (step > 0.9 && (quantum == 0 || step < quantum)) quantum = step;
  }
  into.timer_quantum_ns = quantum;
}

double cycles_per_ns(device::stream& queue) {
  const auto spent = probes::spin_and_read(queue, 20'000'000);
  return static_cast<double>(spent.cycles) / static_cast<double>(spent.time_ns);
}

constexpr double spin_ns = 5000;

/// What one spin of known length reads beyond that length.
double excess_ns(device::stream& queue, timing_method method, std::uint64_t runs, double clock) {
  const auto cycles = static_cast<long long>(spin_ns * clock);
  probe_runner spin([=](device::stream& on) { probes::spin(on, cycles); });
  queue_plan plan{.method = method, .runs_per_sample = runs};
  if (method != timing_method::graph)  // 4 us a launch, and some for the events
    plan.head_start_cycles =
        static_cast<long long>((10000 + 4000 * static_cast<double>(runs)) * clock);
  queue_sampler sampler(spin, queue, plan, nullptr);
  constexpr std::size_t samples = 30;
  sampler.start(5);
  sampler.start(samples);
  sampler.finish();
  return median(sampler.finish()) - static_cast<double>(cycles) / clock;
}

method_overhead measure_overhead(device::stream& queue, timing_method method, double clock) {
  const bool grouped = method != timing_method::events;
  constexpr std::uint64_t few = 10, many = 100;
  std::vector<double> per_run, per_sample;
  for (int repeat = 0; repeat < 5; ++repeat) {
    const double at_few = excess_ns(queue, method, grouped ? few : 1, clock);
    const double at_many = grouped ? excess_ns(queue, method, many, clock) : 0;
    per_sample.push_back(grouped ? (at_few - at_many) / (1.0 / few - 1.0 / many) : at_few);
    per_run.push_back(grouped ? at_many - per_sample.back() / many : 0);
  }
  const auto& spread = grouped ? per_run : per_sample;
  const auto [least, most] = std::minmax_element(spread.begin(), spread.end());
  return {.per_run_ns = median(per_run),
          .per_sample_ns = median(per_sample),
          .error_ns = (*most - *least) / 2};
}

calibration measure_all() {
  device::stream queue;
  calibration found;
  wake_up(queue);
  found.cycles_per_ns = cycles_per_ns(queue);
  measure_events(queue, found);
  found.launch_ns = launch_ns(queue);
  found.graph_node_ns = graph_node_ns(queue);
  found.events = measure_overhead(queue, timing_method::events, *found.cycles_per_ns);
  found.batch = measure_overhead(queue, timing_method::batch, *found.cycles_per_ns);
  found.graph = measure_overhead(queue, timing_method::graph, *found.cycles_per_ns);
  probes::l2_flush flush;
  found.flush_ns = least_time_ns(queue, 10, [&] { flush(queue); });
  found.l2_bytes_per_s = l2_bytes_per_s(queue);
  found.copy_bytes_per_s = copy_bytes_per_s(queue);
  return found;
}

}  // namespace

const calibration& calibrate() {
  static const calibration known = device::is_emulation() ? calibration{} : measure_all();
  return known;
}

}  // namespace retime
