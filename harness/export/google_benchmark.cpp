#include <algorithm>

#include "harness/export/formats.h"

namespace retime::formats {
namespace {

json context_of(const json& header) {
  const auto argv = header.value("argv", std::vector<std::string>());
  const json host = header.value("host", json::object()),
             device = header.value("device", json::object());
  return {{"date", header.value("utc", "")},
          {"host_name", host.value("cpu", "")},
          {"executable", argv.empty() ? "retime" : argv.front()},
          {"num_cpus", host.value("cores", 0)},
          {"cpu_scaling_enabled", false},
          {"caches", json::array()},
          {"load_avg", json::array()},
          {"library_build_type", "release"},
          {"GPU", device.value("name", "")},
          {"driver", header.value("driver", "")},
          {"CUDA", header.value("runtime", "")},
          {"ECC", header.value("ecc", json())},
          {"git_sha", header.value("/git/sha"_json_pointer, "")}};
}

json entry_of(const exported_case& one, std::size_t index) {
  const auto& times = *one.times;
  json entry = {{"name", one.key},
                {"family_index", index},
                {"per_family_instance_index", 0},
                {"run_name", one.key},
                {"run_type", "iteration"},
                {"repetitions", 1},
                {"repetition_index", 0},
                {"threads", 1},
                {"iterations", static_cast<std::int64_t>(times.runs_per_sample) *
                                   static_cast<std::int64_t>(times.samples_ns.size())},
                {"real_time", times.median_ns},
                {"cpu_time", times.median_ns},
                {"time_unit", "ns"},
                {"ci_low_ns", times.ci_low_ns},
                {"ci_high_ns", times.ci_high_ns}};
  if (one.bytes > 0) entry["bytes_per_second"] = one.bytes / times.median_ns * 1e9;
  if (one.items > 0) entry["items_per_second"] = one.items / times.median_ns * 1e9;
  return entry;
}

}  // namespace

json google_benchmark(const exported_run& run) {
  json benchmarks = json::array();
  for (const auto& one : run.cases) {
    if (one.times) benchmarks.push_back(entry_of(one, benchmarks.size()));
  }
  return {{"context", context_of(run.header)}, {"benchmarks", benchmarks}};
}

std::size_t count_without_time(const exported_run& run) {
  return static_cast<std::size_t>(
      std::ranges::count_if(run.cases, [](const exported_case& one) { return !one.times; }));
}

}  // namespace retime::formats
