// Google Benchmark's JSON: one iteration run a case; the time, of the GPU too, in both real_time
// and cpu_time, so that a tool that looks at either sees it. Nanoseconds.
#include "harness/exports/formats.h"
#include "harness/files/json_output.h"

namespace retime::exports {
namespace {

json context_of(const recorded_header& header) {
  return {{"date", header.utc},
          {"host_name", header.host.cpu},
          {"executable", header.argv.empty() ? "retime" : header.argv.front()},
          {"num_cpus", header.host.cores},
          {"cpu_scaling_enabled", false},
          {"caches", json::array()},
          {"load_avg", json::array()},
          {"library_build_type", "release"},
          {"GPU", header.device.name},
          {"driver", header.driver},
          {"CUDA", header.runtime},
          {"ECC", or_null(header.ecc)},
          {"git_sha", header.git_sha}};
}

json entry_of(const recorded_case& record, const recorded_times& times, std::size_t index) {
  json entry = {
      {"name", record.key},
      {"family_index", index},
      {"per_family_instance_index", 0},
      {"run_name", record.key},
      {"run_type", "iteration"},
      {"repetitions", 1},
      {"repetition_index", 0},
      {"threads", 1},
      {"iterations", times.runs_per_sample * static_cast<std::int64_t>(times.samples_ns.size())},
      {"real_time", times.stats.median_ns},
      {"cpu_time", times.stats.median_ns},
      {"time_unit", "ns"},
      {"ci_low_ns", times.stats.ci_low_ns},
      {"ci_high_ns", times.stats.ci_high_ns}};
  if (record.work.bytes > 0)
    entry["bytes_per_second"] = record.work.bytes / times.stats.median_ns * 1e9;
  if (record.work.items > 0)
    entry["items_per_second"] = record.work.items / times.stats.median_ns * 1e9;
  return entry;
}

exported google_benchmark(const recorded_run& run, const std::string&) {
  json benchmarks = json::array();
  for (const auto& record : run.cases) {
    if (const auto* times = record.measured())
      benchmarks.push_back(entry_of(record, *times, benchmarks.size()));
  }
  return json{{"context", context_of(run.header)}, {"benchmarks", benchmarks}};
}

const bool has_google_benchmark = register_export(
    {.id = "google-benchmark", .leaves_out_untimed = true, .of_run = google_benchmark});

}  // namespace

}  // namespace retime::exports
