#include "harness/record/header.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "harness/record/build_info.h"
#include "harness/record/ceilings_json.h"
#include "harness/record/record.h"
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

json device_json(const device::properties& of) {
  return {{"kind", device::is_emulation() ? "emulation" : "cuda"},
          {"name", of.name},
          {"uuid", of.uuid},
          {"compute_capability", fmt::format("{}.{}", of.compute_major, of.compute_minor)},
          {"multiprocessors", of.multiprocessors},
          {"l2_bytes", of.l2_bytes},
          {"memory_bytes", of.memory_total_bytes}};
}

}  // namespace

std::vector<std::string> command_line() {
  std::ifstream in("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> arguments;
  for (std::string argument; std::getline(in, argument, '\0');) arguments.push_back(argument);
  if (!arguments.empty()) arguments[0] = std::filesystem::path(arguments[0]).filename().string();
  return arguments;
}

json make_header(std::uint64_t seed) {
  const device::properties device = device::current();
  const build_info& build = built();
  return {
      {"schema_version", schema_version},
      {"argv", command_line()},
      {"git", {{"sha", build.git_sha}, {"dirty", build.git_dirty}}},
      {"compilers", {{"cxx", build.cxx_compiler}, {"cuda", build.cuda_compiler}}},
      {"flags",
       {{"cxx", build.cxx_flags}, {"cuda", build.cuda_flags}, {"build_type", build.build_type}}},
      {"device", device_json(device)},
      {"driver", cuda_version(device.driver_version)},
      {"runtime", cuda_version(device.runtime_version)},
      {"clocks",
       {{"sm_max_mhz", device.clock_khz / 1000},
        {"memory_max_mhz", device.memory_clock_khz / 1000}}},
      {"ecc", device.ecc},
      {"host", {{"cpu", cpu_model()}, {"cores", std::thread::hardware_concurrency()}}},
      {"seed", seed},
      {"utc", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)))},
      {"ceilings", ceilings_json()}};
}

}  // namespace retime
