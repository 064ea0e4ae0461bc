#include <fmt/format.h>

#include "harness/files/json_input.h"
#include "harness/gate/readers/readers.h"
#include "kernels/support/user_file.h"

namespace retime::gate {
namespace {

using namespace fields;

double unit_ns(const json& benchmark) {
  const auto unit = find<std::string>(benchmark, "/time_unit").value_or("ns");
  if (unit == "ns") return 1;
  if (unit == "us") return 1e3;
  if (unit == "ms") return 1e6;
  if (unit == "s") return 1e9;
  throw bad_input(fmt::format("time_unit is {}; known are ns, us, ms and s", shown(json(unit))));
}

bool is_aggregate(const json& benchmark) {
  return benchmark.contains("aggregate_name") ||
         or_none<std::string>(benchmark, "/run_type") == "aggregate";
}

/// Google Benchmark times the host; `retime export` adds what it knows of the GPU to the context.
void take_context(timing_run& into, const json& context) {
  for (const char* name :
       {"num_cpus", "mhz_per_cpu", "library_build_type", "GPU", "driver", "CUDA", "ECC"}) {
    if (context.contains(name))
      into.host[name] = plain_text(context.at(name), fmt::format("/context/{}", name));
  }
}

double sample_ns(const json& benchmark) {
  return at<double>(benchmark, "/real_time") * unit_ns(benchmark);
}

}  // namespace

timing_run read_google_benchmark(const std::filesystem::path& file, const json& root) {
  timing_run run{.source = file.string()};
  take_context(run, object(root.at("context"), "/context"));
  run.utc = or_none<std::string>(root, "/context/date");
  std::map<std::string, std::vector<double>> samples_ns;
  for (const json& benchmark : objects_at(root, "/benchmarks")) {
    const auto name = at<std::string>(benchmark, "/name");
    try {
      if (is_aggregate(benchmark)) continue;
      const auto key = find<std::string>(benchmark, "/run_name").value_or(name);
      timed_case& timed = run.cases[key];
      timed.on_gpu = false;
      if (or_none<bool>(benchmark, "/error_occurred")) {
        timed.status = "runtime_error";
        timed.reason = or_none<std::string>(benchmark, "/error_message");
      } else {
        samples_ns[key].push_back(sample_ns(benchmark));
      }
    } catch (const bad_input& fault) {
      throw bad_input(fmt::format("benchmark {}: {}", shown_name(name), fault.what()));
    }
  }
  for (auto& [key, samples] : samples_ns) {
    try {
      if (run.cases[key].status == "correct") take_samples(run.cases[key], std::move(samples));
    } catch (const bad_input& fault) {
      throw bad_input(fmt::format("benchmark {}: {}", shown_name(key), fault.what()));
    }
  }
  if (run.cases.empty()) throw bad_input("holds no benchmarks");
  return run;
}

}  // namespace retime::gate
