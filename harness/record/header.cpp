#include "harness/record/header.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "harness/files/json_output.h"
#include "harness/files/read_file.h"
#include "harness/measure/calibration.h"
#include "harness/record/build_info.h"
#include "harness/record/record.h"
#include "harness/text/number_text.h"
#include "kernels/device/properties.h"

namespace retime {
namespace {

using nlohmann::json;

std::string cpu_model() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown";
}

std::string cuda_version(int coded) {
  return coded == 0 ? std::string{} : fmt::format("{}.{}", coded / 1000, coded % 1000 / 10);
}

json device_json(const device::properties& device) {
  return object(
      {{"kind", device::is_emulation() ? "emulation" : "cuda"},
       {"name", device.name},
       {"uuid", device.uuid},
       {"compute_capability", fmt::format("{}.{}", device.compute_major, device.compute_minor)},
       {"multiprocessors", device.multiprocessors},
       {"l2_bytes", device.l2_bytes},
       {"memory_bytes", device.memory_total_bytes}});
}

json overhead_json(const std::optional<method_overhead>& overhead) {
  if (!overhead) return {};
  return object({{"per_run_ns", overhead->per_run_ns},
                 {"per_sample_ns", overhead->per_sample_ns},
                 {"error_ns", overhead->error_ns}});
}

/// The measured ceilings and floors of the GPU; null in emulation, which has none. Measures them on
/// the first call.
json ceilings_json() {
  if (device::is_emulation()) return {};
  const calibration& measured = calibrate();
  return object({{"copy_bytes_per_s", or_null(measured.copy_bytes_per_s)},
                 {"l2_bytes_per_s", or_null(measured.l2_bytes_per_s)},
                 {"launch_ns", or_null(measured.launch_ns)},
                 {"graph_node_ns", or_null(measured.graph_node_ns)},
                 {"event_floor_ns", or_null(measured.event_floor_ns)},
                 {"timer_quantum_ns", or_null(measured.timer_quantum_ns)},
                 {"flush_ns", or_null(measured.flush_ns)},
                 {"cycles_per_ns", or_null(measured.cycles_per_ns)},
                 {"overhead", object({{"events", overhead_json(measured.events)},
                                      {"batch", overhead_json(measured.batch)},
                                      {"graph", overhead_json(measured.graph)}})}});
}

}  // namespace

std::vector<std::string> command_line() {
  std::ifstream in("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> arguments;
  for (std::string argument; std::getline(in, argument, '\0');) arguments.push_back(argument);
  if (!arguments.empty()) arguments[0] = std::filesystem::path(arguments[0]).filename().string();
  return without_absolute_paths(std::move(arguments));
}

std::vector<std::string> without_absolute_paths(std::vector<std::string> arguments) {
  static const re2::RE2 path("(^|[=,])/(?:[^=,/]*/)*([^=,/]+)");
  bool is_expression = false;  // a filter may begin with a '/' that stands in keys
  for (auto& argument : arguments) {
    const bool names_expression =
        argument.starts_with("--filter") || argument.starts_with("--benchmark_filter");
    if (!is_expression && !names_expression) re2::RE2::GlobalReplace(&argument, path, "\\1\\2");
    is_expression = argument == "--filter";
  }
  return arguments;
}

json make_header(std::uint64_t seed, ceilings of_gpu) {
  const device::properties device = device::current();
  const build_info& build = built();
  return object(
      {{"schema_version", schema_version},
       {"argv", command_line()},
       {"git", object({{"sha", build.git_sha}, {"dirty", build.git_dirty}})},
       {"program", hash_of_file("/proc/self/exe")},
       {"compilers", object({{"cxx", build.cxx_compiler}, {"cuda", build.cuda_compiler}})},
       {"flags", object({{"cxx", build.cxx_flags},
                         {"cuda", build.cuda_flags},
                         {"build_type", build.build_type}})},
       {"device", device_json(device)},
       {"driver", cuda_version(device.driver_version)},
       {"runtime", cuda_version(device.runtime_version)},
       {"clocks", object({{"sm_max_mhz", device.clock_khz / 1000},
                          {"memory_max_mhz", device.memory_clock_khz / 1000}})},
       {"ecc", device.ecc},
       {"host", object({{"cpu", cpu_model()}, {"cores", std::thread::hardware_concurrency()}})},
       {"seed", seed},
       {"utc", utc_text()},
       {"ceilings", of_gpu == ceilings::measured ? ceilings_json() : json()}});
}

}  // namespace retime
