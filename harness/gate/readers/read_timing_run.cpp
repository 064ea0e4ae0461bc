#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "harness/files/json_input.h"
#include "harness/files/read_file.h"
#include "harness/gate/estimate.h"
#include "harness/gate/readers/readers.h"
#include "harness/measure/inference.h"
#include "kernels/support/user_file.h"

namespace retime::gate {
namespace {

environment gpu_conditions(const recorded_header& header) {
  environment conditions{{"device", header.device.kind},
                         {"GPU", header.device.name},
                         {"driver", header.driver},
                         {"CUDA", header.runtime}};
  if (header.ecc) conditions["ECC"] = *header.ecc ? "true" : "false";
  for (const auto& [name, clock_mhz] : header.clocks_mhz)
    conditions["clock " + name] = fmt::format("{}", clock_mhz);
  return conditions;
}

/// Relative standard error of the mean of the processes.
double within_of(const std::vector<recorded_process>& processes) {
  double squares = 0;
  for (const auto& process : processes) {
    const double error = (process.ci_high_ns - process.ci_low_ns) / (2 * z_95 * process.median_ns);
    squares += error * error;
  }
  return std::sqrt(squares) / static_cast<double>(processes.size());
}

timed_case timed_case_of(const recorded_case& recorded) {
  timed_case timed{.status = to_text(recorded.outcome),
                   .reason = recorded.reason,
                   .on_gpu = recorded.runs_on == processor::gpu,
                   .emulated = recorded.emulated};
  if (recorded.outcome != status::correct || !recorded.times) return timed;
  const recorded_times& times = *recorded.times;
  const statistics& stats = times.stats;
  timed.median_ns = stats.median_ns;
  timed.within = within_of(times.processes);
  for (const auto& process : times.processes)
    timed.processes.push_back(
        {process.round, process.median_ns, process.host_share, process.host_pace_ns});
  timed.resolution_limited = times.resolution_limited;
  timed.throttled = times.throttled;
  timed.sm_clock_mhz = times.sm_clock_mhz;
  for (const auto& block : times.blocks) {
    if (!block.throttled) timed.blocks_ns[block.round] = block.median_ns;
  }
  return timed;
}

}  // namespace

std::string plain_text(const json& value, const std::string& place) {
  fields::expect(value.is_primitive(), value, place, "text, a number or a truth value");
  return value.is_string() ? value.get<std::string>() : shown(value);
}

void take_samples(timed_case& into, std::vector<double> samples_ns) {
  for (const double sample : samples_ns) {
    if (!(sample >= fields::least_time_ns && sample <= fields::most_time_ns))
      throw bad_input(
          fmt::format("a sample is {} ns; a time is above 0 and at most 1e18 ns", sample));
  }
  std::ranges::sort(samples_ns);
  const auto n = samples_ns.size();
  const double median = (samples_ns[(n - 1) / 2] + samples_ns[n / 2]) / 2;
  into.median_ns = median;
  if (n < 2) return;
  const spread deviations = spread_of(samples_ns);
  const double variance = deviations.sum_of_squares / deviations.degrees_of_freedom;
  // A median is sqrt(pi / 2) less precise than the mean of a normal sample.
  into.within = std::sqrt(std::numbers::pi / 2 * variance / static_cast<double>(n)) / median;
}

timing_run timing_run_of(const recorded_run& recorded) {
  if (recorded.cases.empty())
    throw bad_input(
        fmt::format("{}: holds no records", printable((recorded.path / "records.jsonl").string())));
  timing_run run{.source = recorded.path.string(),
                 .utc = recorded.header.utc,
                 .session = recorded.header.session,
                 .looked_at = recorded.header.looked_at,
                 .gpu = gpu_conditions(recorded.header),
                 .host = {{"host cpu", recorded.header.host.cpu},
                          {"host cores", fmt::format("{}", recorded.header.host.cores)}}};
  for (const auto& entry : recorded.cases) run.cases[entry.key] = timed_case_of(entry);
  return run;
}

timing_run read_timing_run(const std::filesystem::path& path) {
  if (is_folder(path)) return timing_run_of(read_run(path));
  timing_run run;
  with_json(path, [&](const json& root) {
    const bool benchmarks = root.is_object() && root.contains("benchmarks");
    if (benchmarks && root.contains("context")) {
      run = read_google_benchmark(path, root);
    } else if (benchmarks && root.contains("devices")) {
      run = read_nvbench(path, root);
    } else {
      throw bad_input("neither Google Benchmark's nor NVBench's JSON (nor a run directory)");
    }
  });
  return run;
}

}  // namespace retime::gate
