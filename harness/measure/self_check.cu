#include <algorithm>
#include <cmath>

#include "harness/measure/calibration.h"
#include "harness/measure/measurement.h"
#include "harness/measure/probe_runner.cuh"
#include "harness/measure/probes.cuh"
#include "harness/measure/self_check.h"

namespace retime {
namespace {

/// Nanoseconds to two digits, as a check's name gives them.
std::string in_us(double time_ns) {
  const auto tenths = std::llround(time_ns / 100);
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " us";
}

probe_runner spin_for(double time_ns) {
  const auto cycles = static_cast<long long>(time_ns * *calibrate().cycles_per_ns);
  return probe_runner([cycles](device::stream& queue) { probes::spin(queue, cycles); });
}

measurement time_spin(double time_ns, const measure_options& options) {
  probe_runner spin = spin_for(time_ns);
  return measure(spin, processor::gpu, options);
}

std::string method_text(const measurement& timing) {
  return to_text(timing.cache) + ", " + to_text(timing.method) + " of " +
         std::to_string(timing.runs_per_sample) + ", " + std::to_string(timing.samples_ns.size()) +
         " samples, stopped for " + to_text(timing.stopped);
}

void check_spins(std::vector<self_check>& into) {
  const auto check = [&](double time_ns, const measure_options& options, const std::string& by) {
    const double tolerance = std::max(0.02 * time_ns, 200.0);
    const auto timing = time_spin(time_ns, options);
    into.push_back({"spin of " + in_us(time_ns) + by, "ns", timing.stats.median_ns,
                    time_ns - tolerance, time_ns + tolerance, method_text(timing)});
  };
  for (const double time_ns : {2e3, 3e3, 7e3, 15e3, 30e3, 100e3, 1e6}) {
    check(time_ns, {}, "");
    for (const auto method : {timing_method::events, timing_method::batch, timing_method::graph})
      check(time_ns, {.method = method}, " by " + to_text(method));
    check(time_ns, {.cache = cache_state::cold}, " cold");
  }
}

void check_agreement(std::vector<self_check>& into) {
  for (const double time_ns : {20e3, 50e3, 200e3}) {
    const auto batch = time_spin(time_ns, {.method = timing_method::batch});
    const auto graph = time_spin(time_ns, {.method = timing_method::graph});
    into.push_back({"graph over batch at " + in_us(time_ns), "ratio",
                    graph.stats.median_ns / batch.stats.median_ns, 0.97, 1.03,
                    method_text(batch) + "; " + method_text(graph)});
  }
}

void check_small_kernels(std::vector<self_check>& into) {
  for (const double time_ns : {2e3, 5e3, 10e3}) {
    const auto first = time_spin(time_ns, {}), second = time_spin(time_ns, {});
    const double half_width = std::max(first.stats.half_width(), second.stats.half_width());
    into.push_back(
        {"half-width at " + in_us(time_ns), "ratio", half_width, 0, 0.01, method_text(first)});
    into.push_back({"twice the same, " + in_us(time_ns), "ratio",
                    second.stats.median_ns / first.stats.median_ns, 0.99, 1.01,
                    method_text(second)});
  }
}

void check_host_share(std::vector<self_check>& into) {
  const auto check = [&](int launches, double time_ns, double low, double high) {
    const auto cycles = static_cast<long long>(time_ns * *calibrate().cycles_per_ns);
    probe_runner spins([=](device::stream& queue) {
      for (int i = 0; i < launches; ++i) probes::spin(queue, cycles);
    });
    const auto timing = measure(spins, processor::gpu, {});
    into.push_back({"host's share of " + std::to_string(launches) + " spins of " + in_us(time_ns),
                    "ratio", timing.host_share, low, high, method_text(timing)});
  };
  check(100, 0, 0.7, 1);
  check(10, 100e3, 0, 0.1);
  check(4000, 50e3, 0, 0.2);  // for whose launches the device's queue has no room
  check(1, 10e3, 0, 0);
}

/// A buffer of a quarter of L2, read once: after a flush it must come from memory, no faster than a
/// copy moves bytes (a read alone gains at most a seventh on a copy).
void check_flush(std::vector<self_check>& into) {
  if (!calibrate().copy_bytes_per_s) return;
  probes::repeated_read read(device::current().l2_bytes / 4, 1);
  probe_runner runner([&](device::stream& queue) { read(queue); });
  const auto rate = [&](const measurement& timing) {
    return read.bytes_read() / (timing.stats.median_ns * 1e-9) / *calibrate().copy_bytes_per_s;
  };
  const auto cold = measure(runner, processor::gpu, {.cache = cache_state::cold});
  const auto warm = measure(runner, processor::gpu, {});
  into.push_back({"cold read over copy", "ratio", rate(cold), 0, 1.15, method_text(cold)});
  into.push_back(
      {"warm read over cold read", "ratio", rate(warm) / rate(cold), 1.2, 1e3, method_text(warm)});
}

void check_busy(std::vector<self_check>& into) {
  constexpr double time_ns = 100e3;
  for (const auto cache : {cache_state::warm, cache_state::cold}) {
    std::size_t runs = 0;
    probe_runner spin = spin_for(time_ns);
    probe_runner counted([&](device::stream& queue) {
      ++runs;
      spin.run(queue);
    });
    double wall_s = 0;
    measurement last;
    for (int i = 0; i < 10; ++i) {
      last = measure(counted, processor::gpu, {.cache = cache});
      wall_s += last.wall_s;
    }
    const double flush_ns = cache == cache_state::cold ? *calibrate().flush_ns : 0;
    const double busy_s = 1e-9 * (time_ns + flush_ns) * static_cast<double>(runs);
    into.push_back({"busy share, ten cases of " + in_us(time_ns), "ratio", busy_s / wall_s, 0.80,
                    1.0, method_text(last)});
  }
}

}  // namespace

std::vector<self_check> check_timing() {
  std::vector<self_check> checks;
  if (!calibrate().cycles_per_ns) return checks;
  check_spins(checks);
  check_agreement(checks);
  check_small_kernels(checks);
  check_host_share(checks);
  check_flush(checks);
  check_busy(checks);
  return checks;
}

}  // namespace retime
