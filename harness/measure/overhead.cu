#include <algorithm>
#include <array>

#include "harness/measure/overhead.cuh"
#include "harness/measure/overhead_fit.h"
#include "harness/measure/probe_runner.cuh"

namespace retime {
namespace {

// Short, since between longer kernels the device behaves otherwise; a factor of four between them,
// since a narrower range makes the extrapolation noisy.
constexpr std::array spins_ns = {2e3, 4e3, 8e3};
constexpr int repeats = 5;
// Ahead of its device by 4 us a launch, and some for the events, the host never holds it up.
constexpr double blocking_spin_ns = 10e3, blocking_spin_per_run_ns = 4e3;
constexpr double runs_per_repeat = 64;  // of one length: a sample of many runs is an average

/// A spin of its own length, and the sampler that times it.
struct timed_spin {
  timed_spin(double spin_ns, device::stream& queue, queue_plan plan, probes::l2_flush* flush,
             double cycles_per_ns)
      : cycles(static_cast<long long>(spin_ns * cycles_per_ns)),
        spin([this](device::stream& on) { probes::spin(on, cycles); }),
        sampler(spin, queue, plan, flush) {}
  long long cycles;
  probe_runner spin;
  queue_sampler sampler;
};

using timed_spins = std::vector<std::unique_ptr<timed_spin>>;

/// Rounds of one sample of each length, so that a drift falls on all of them alike; all queued
/// before any is read, as samples of a case are.
double overhead_once(timed_spins& spins, std::size_t rounds) {
  for (std::size_t round = 0; round < rounds; ++round)
    for (auto& spin : spins) spin->sampler.start(1);
  std::vector<known_readings> readings;
  for (auto& spin : spins) {
    readings.push_back({.cycles = static_cast<double>(spin->cycles), .readings_ns = {}});
    for (std::size_t round = 0; round < rounds; ++round)
      readings.back().readings_ns.push_back(spin->sampler.finish().front());
  }
  return reading_of_none(readings);
}

}  // namespace

overhead_estimate measure_overhead(device::stream& queue, timing_method method,
                                   std::uint64_t runs_per_sample, probes::l2_flush* flush,
                                   double cycles_per_ns) {
  const auto runs = static_cast<double>(runs_per_sample);
  queue_plan plan{.method = method, .runs_per_sample = runs_per_sample};
  if (method != timing_method::graph)
    plan.blocking_spin_cycles = static_cast<long long>(
        (blocking_spin_ns + blocking_spin_per_run_ns * runs) * cycles_per_ns);
  timed_spins spins;
  for (const double spin_ns : spins_ns)
    spins.push_back(std::make_unique<timed_spin>(spin_ns, queue, plan, flush, cycles_per_ns));
  const auto rounds = static_cast<std::size_t>(std::clamp(runs_per_repeat / runs, 1.0, 16.0));
  overhead_once(spins, 2);  // the first samples find nothing warm
  std::vector<double> estimates;
  for (int i = 0; i < repeats; ++i) estimates.push_back(overhead_once(spins, rounds));
  const auto [least, most] = std::minmax_element(estimates.begin(), estimates.end());
  return {.per_run_ns = median(estimates), .error_ns = (*most - *least) / 2};
}

}  // namespace retime
