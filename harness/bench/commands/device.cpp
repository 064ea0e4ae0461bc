#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/flags/command.h"
#include "harness/flags/common_flags.h"
#include "harness/flags/help.h"
#include "harness/host/exit_status.h"
#include "harness/measure/select_device.h"
#include "harness/measure/self_check.h"
#include "harness/record/header.h"
#include "harness/sweep/flags/sweep_flags.h"
#include "harness/sweep/ranks/mpi_job.h"
#include "harness/text/output.h"
#include "harness/text/text_table.h"
#include "kernels/device/properties.h"
#include "kernels/support/bad_input.h"

namespace retime::bench {
namespace {

using nlohmann::json;

/// Exit status: 0 if timing passes every check, else 1.
int check_device() {
  using side = text_column::side;
  bool all_passed = true;
  text_table table({{"check"},
                    {"measured", side::right},
                    {"at least", side::right},
                    {"at most", side::right},
                    {"unit"},
                    {""},
                    {"how", side::left, text_column::fit::below}});
  const auto number = [](double value) { return fmt::format("{:.5g}", value); };
  for (const auto& check : check_timing()) {
    all_passed &= check.passed();
    table.add_row({check.name, number(check.measured), number(check.low), number(check.high),
                   check.unit,
                   check.passed() ? text_cell("pass", tone::good) : text_cell("FAIL", tone::bad),
                   check.note});
  }
  write_result(table.for_terminal(result_style()));
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

/// Names the ceilings that were measured.
std::string ceilings_text(const json& measured) {
  std::string text;
  for (const auto& each : ceilings) {
    if (measured.at(each.key).is_null()) continue;
    text += fmt::format("{}{} {:.4g} {}", text.empty() ? "" : ", ", each.name,
                        measured.at(each.key).get<double>() * each.scale, each.unit);
  }
  return text;
}

/// Says by which MPI a run takes several GPUs.
std::string mpi_text() {
  const std::string version = sweep::ranks::mpi_version();
  return version.empty() ? "none: one GPU at a time (docs/cluster.md)" : version;
}

/// The header's own words, in short.
void print_device(const json& header) {
  const json& device = header.at("device");
  const auto text = [](const json& value) { return value.get<std::string>(); };
  text_table table({{""}, {"", text_column::side::left, text_column::fit::broken}});
  const auto add = [&](const char* name, std::string words) {
    table.add_row({{name, tone::faint}, std::move(words)});
  };
  if (device.at("kind") == "emulation") {
    add("device", "emulation: runs kernels on the CPU, for their answers; it gives no GPU times");
    add("host", fmt::format("{}, {} cores", text(header["host"]["cpu"]),
                            header["host"]["cores"].get<int>()));
  } else {
    add("device",
        fmt::format("{}, compute capability {}, {} multiprocessors", text(device["name"]),
                    text(device["compute_capability"]), device["multiprocessors"].get<int>()));
    add("memory",
        fmt::format("{:.1f} GB, L2 {:.1f} MB, ECC {}", device["memory_bytes"].get<double>() * 1e-9,
                    device["l2_bytes"].get<double>() * 1e-6,
                    header["ecc"].get<bool>() ? "on" : "off"));
    add("driver",
        fmt::format("CUDA {}, runtime {}", text(header["driver"]), text(header["runtime"])));
    add("clocks",
        fmt::format("SM {} MHz, memory {} MHz at most", header["clocks"]["sm_max_mhz"].get<int>(),
                    header["clocks"]["memory_max_mhz"].get<int>()));
    add("ceilings", ceilings_text(header["ceilings"]));
  }
  add("MPI", mpi_text());
  write_result(table.without_head(result_style()));
}

void add_device(CLI::App& command) {
  struct device_flags {
    std::string name = "auto";
    bool check = false, as_json = false;
  };
  auto flags = std::make_shared<device_flags>();
  begin_group(command, "Device");
  add_device_name(command, flags->name);
  begin_group(command, "Output");
  auto* as_json = command.add_flag("--json", flags->as_json, "As JSON: the header of a run");
  command
      .add_flag("--check", flags->check, "Check the timing itself against kernels of known length")
      ->excludes(as_json);
  add_example(command, "--json");
  command.callback([flags] {
    select_device(flags->name);
    if (!flags->check) {
      const json header = make_header(1);
      flags->as_json ? write_result(header.dump(2) + "\n") : print_device(header);
      return;
    }
    if (device::is_emulation())
      throw bad_input("--check: the emulation times nothing; use the CUDA program on a GPU");
    if (const int status = check_device(); status != 0) throw exit_status{status};
  });
}

const bool has_device =
    register_command({.id = "device",
                      .help = "Show the device that is here and its measured ceilings",
                      .chapter = "Measure",
                      .place = 40,
                      .add = add_device});

}  // namespace
}  // namespace retime::bench
