#include <algorithm>
#include <cmath>

#include "harness/measure/calibration.h"
#include "harness/measure/host_sampler.h"
#include "harness/measure/overhead.cuh"

namespace retime {
namespace {

template <class Probe>
double least_time_ns(device::stream& queue, int times, Probe&& probe) {
  double least = device_time_ns(queue, probe);
  for (int i = 1; i < times; ++i) least = std::min(least, device_time_ns(queue, probe));
  return least;
}

/// Clocks rise under load only; three tenths of a second of it bring them there.
void wake_up(device::stream& queue) {
  for (int i = 0; i < 150; ++i) probes::spin(queue, 4'000'000);
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
  std::vector<double> rates;
  for (int i = 0; i < 5; ++i) {
    const auto spent = probes::spin_and_read(queue, 20'000'000);
    rates.push_back(static_cast<double>(spent.cycles) / static_cast<double>(spent.time_ns));
  }
  return median(rates);
}

/// From samples of few and of many runs: what runs share, and what each of them adds.
method_overhead overhead_of(device::stream& queue, timing_method method, double clock) {
  if (method == timing_method::events) {
    const auto overhead = measure_overhead(queue, method, 1, nullptr, clock);
    return {.per_run_ns = 0, .per_sample_ns = overhead.per_run_ns, .error_ns = overhead.error_ns};
  }
  constexpr std::uint64_t few = 10, many = 100;
  const auto at_few = measure_overhead(queue, method, few, nullptr, clock);
  const auto at_many = measure_overhead(queue, method, many, nullptr, clock);
  const double shared_ns = (at_few.per_run_ns - at_many.per_run_ns) / (1.0 / few - 1.0 / many);
  return {.per_run_ns = at_many.per_run_ns - shared_ns / many,
          .per_sample_ns = shared_ns,
          .error_ns = at_many.error_ns};
}

calibration measure_all() {
  device::stream queue;
  calibration result;
  wake_up(queue);
  result.cycles_per_ns = cycles_per_ns(queue);
  measure_events(queue, result);
  result.launch_ns = launch_ns(queue);
  result.graph_node_ns = graph_node_ns(queue);
  result.events = overhead_of(queue, timing_method::events, *result.cycles_per_ns);
  result.batch = overhead_of(queue, timing_method::batch, *result.cycles_per_ns);
  result.graph = overhead_of(queue, timing_method::graph, *result.cycles_per_ns);
  probes::l2_flush flush;
  result.flush_ns = least_time_ns(queue, 10, [&] { flush(queue); });
  result.l2_bytes_per_s = l2_bytes_per_s(queue);
  result.copy_bytes_per_s = copy_bytes_per_s(queue);
  return result;
}

}  // namespace

const calibration& calibrate() {
  static const calibration calibrated = device::is_emulation() ? calibration{} : measure_all();
  return calibrated;
}

}  // namespace retime
