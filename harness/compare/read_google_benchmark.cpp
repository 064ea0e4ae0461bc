#include <fmt/format.h>

#include "harness/compare/readers.h"
#include "kernels/support/bad_input.h"

namespace retime::compare {
namespace {

double unit_ns(const json& benchmark) {
  const auto unit = benchmark.value("time_unit", std::string("ns"));
  if (unit == "ns") return 1;
  if (unit == "us") return 1e3;
  if (unit == "ms") return 1e6;
  if (unit == "s") return 1e9;
  throw bad_input(fmt::format("time_unit is \"{}\"; known are ns, us, ms and s", unit));
}

bool is_aggregate(const json& benchmark) {
  return benchmark.contains("aggregate_name") ||
         benchmark.value("run_type", "iteration") == "aggregate";
}

/// Google Benchmark times the host; `retime export` adds what it knows of the GPU to the context.
void take_context(timing_run& into, const json& context) {
  for (const char* name : {"num_cpus", "mhz_per_cpu", "library_build_type"}) {
    if (context.contains(name)) into.host[name] = plain_text(context.at(name));
  }
  for (const char* name : {"GPU", "driver", "CUDA", "ECC"}) {
    if (context.contains(name)) into.host[name] = plain_text(context.at(name));
  }
}

}  // namespace

timing_run read_google_benchmark(const std::filesystem::path& file, const json& root) {
  timing_run run{.source = file.string()};
  take_context(run, root.at("context"));
  run.utc = root.at("context").value("date", std::string());
  std::map<std::string, std::vector<double>> samples_ns;
  for (const json& benchmark : root.at("benchmarks")) {
    if (is_aggregate(benchmark)) continue;
    const auto name = benchmark.at("name").get<std::string>();
    const auto key = benchmark.value("run_name", name);
    timed_case& one = run.cases[key];
    one.on_gpu = false;
    if (benchmark.value("error_occurred", false)) {
      one.status = "runtime_error";
      one.reason = benchmark.value("error_message", std::string());
    } else {
      samples_ns[key].push_back(benchmark.at("real_time").get<double>() * unit_ns(benchmark));
    }
  }
  for (auto& [key, samples] : samples_ns) {
    try {
      if (run.cases[key].status == "correct") take_samples(run.cases[key], std::move(samples));
    } catch (const bad_input& fault) {
      throw bad_input(fmt::format("benchmark {}: {}", key, fault.what()));
    }
  }
  if (run.cases.empty()) throw bad_input("holds no benchmarks");
  return run;
}

}  // namespace retime::compare
