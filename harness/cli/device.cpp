#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/cli/commands.h"
#include "harness/cli/common_flags.h"
#include "harness/cli/help.h"
#include "harness/cli/sweep_flags.h"
#include "harness/measure/self_check.h"
#include "harness/ranks/mpi_job.h"
#include "harness/record/header.h"
#include "harness/support/exit_status.h"
#include "harness/support/output.h"
#include "kernels/device/properties.h"
#include "kernels/support/bad_input.h"

namespace retime {
namespace {

using nlohmann::json;

/// Exit status: 0 if timing passes every check, else 1.
int check_device() {
  bool all_passed = true;
  print_result("{:32} {:>12} {:>12} {:>12} {:6}        {}\n", "check", "measured", "at least",
               "at most", "unit", "how");
  for (const auto& check : check_timing()) {
    all_passed &= check.passed();
    print_result("{:32} {:12.5g} {:12.5g} {:12.5g} {:6} {:6} {}\n", check.name, check.measured,
                 check.low, check.high, check.unit, check.passed() ? "pass" : "FAIL", check.note);
  }
  return all_passed ? 0 : 1;
}

struct ceiling {
  const char *key, *name, *unit;
  double scale;
};

constexpr ceiling ceilings[] = {{"copy_bytes_per_s", "copy", "GB/s", 1e-9},
                                {"l2_bytes_per_s", "L2 read", "GB/s", 1e-9},
                                {"launch_ns", "launch", "us", 1e-3},
                                {"graph_node_ns", "graph node", "us", 1e-3},
                                {"event_floor_ns", "event pair", "us", 1e-3}};

/// Those that were measured.
std::string ceilings_text(const json& measured) {
  std::string text;
  for (const auto& one : ceilings) {
    if (measured.at(one.key).is_null()) continue;
    text += fmt::format("{}{} {:.4g} {}", text.empty() ? "" : ", ", one.name,
                        measured.at(one.key).get<double>() * one.scale, one.unit);
  }
  return text;
}

/// By which a run takes several GPUs.
void print_mpi() {
  const std::string version = ranks::mpi_version();
  print_result("MPI       {}\n",
               version.empty() ? "none: one GPU at a time (docs/cluster.md)" : version);
}

/// The header's own words, in short.
void print_device(const json& header) {
  const json& device = header.at("device");
  const auto text = [](const json& value) { return value.get<std::string>(); };
  if (device.at("kind") == "emulation") {
    print_result(
        "emulation: runs kernels on the CPU, which proves their answers and times nothing\n");
    print_result("host      {}, {} cores\n", text(header["host"]["cpu"]),
                 header["host"]["cores"].get<int>());
    return print_mpi();
  }
  print_result("{}, compute capability {}, {} multiprocessors\n", text(device["name"]),
               text(device["compute_capability"]), device["multiprocessors"].get<int>());
  print_result("memory    {:.1f} GB, L2 {:.1f} MB, ECC {}\n",
               device["memory_bytes"].get<double>() * 1e-9, device["l2_bytes"].get<double>() * 1e-6,
               header["ecc"].get<bool>() ? "on" : "off");
  print_result("driver    CUDA {}, runtime {}\n", text(header["driver"]), text(header["runtime"]));
  print_result("clocks    SM {} MHz, memory {} MHz at most\n",
               header["clocks"]["sm_max_mhz"].get<int>(),
               header["clocks"]["memory_max_mhz"].get<int>());
  print_result("ceilings  {}\n", ceilings_text(header["ceilings"]));
  print_mpi();
}

}  // namespace

void add_device(CLI::App& app) {
  struct device_flags {
    std::string name = "auto";
    bool check = false, as_json = false;
  };
  auto* command =
      app.add_subcommand("device", "Show the device that is here and its measured ceilings");
  auto given = std::make_shared<device_flags>();
  begin_group(*command, "Device");
  add_device_name(*command, given->name);
  begin_group(*command, "Output");
  auto* as_json = command->add_flag("--json", given->as_json, "As JSON: the header of a run");
  command
      ->add_flag("--check", given->check, "Check the timing itself against kernels of known length")
      ->excludes(as_json);
  add_example(*command, "--json");
  command->callback([given] {
    select_device(given->name);
    if (!given->check) {
      const json header = make_header(1);
      given->as_json ? write_result(header.dump(2) + "\n") : print_device(header);
      return;
    }
    if (device::is_emulation())
      throw bad_input("--check: the emulation times nothing; use the CUDA program on a GPU");
    if (const int status = check_device(); status != 0) throw exit_status{status};
  });
}

}  // namespace retime
