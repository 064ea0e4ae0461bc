// retime occupancy: the occupancy calculator, and its comparison with the runtime's own answers.
#include "kernels/occupancy/occupancy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "harness/flags/command.h"
#include "harness/flags/common_flags.h"
#include "harness/flags/help.h"
#include "harness/host/exit_status.h"
#include "harness/measure/select_device.h"
#include "harness/occupancy/occupancy_check.h"
#include "harness/sweep/flags/sweep_flags.h"
#include "harness/text/output.h"
#include "kernels/device/properties.h"
#include "kernels/support/bad_input.h"

namespace retime {
namespace {

using nlohmann::json;

struct occupancy_flags {
  int registers = 32, block = 256;
  std::int64_t shared = 0, shared_per_thread = 0;
  std::string capability, check_file, device = "auto";
  bool table = false, as_json = false, check = false;
};

std::string capability_text(const occupancy::limits& limits) {
  return fmt::format("{}.{}", limits.compute_capability / 10, limits.compute_capability % 10);
}

/// "9.0", or that of the GPU that is here.
std::string capability_here() {
  if (device::is_emulation() || device::count() == 0) return "9.0";
  const device::properties here = device::current();
  return fmt::format("{}.{}", here.compute_major, here.compute_minor);
}

const occupancy::limits& limits_of(const std::string& text) {
  const auto& all = occupancy::known_limits();
  const auto limits = std::ranges::find(all, text, capability_text);
  if (limits != all.end()) return *limits;
  std::vector<std::string> names;
  std::ranges::transform(all, std::back_inserter(names), capability_text);
  throw bad_input(fmt::format("--cc '{}': one of {}", text, fmt::join(names, ", ")));
}

void check(const occupancy_flags& flags) {
  const auto require = [](const char* flag, std::int64_t value, std::int64_t low,
                          std::int64_t high) {
    if (value < low || value > high)
      throw bad_input(fmt::format("{} {}: from {} to {}", flag, value, low, high));
  };
  require("--registers", flags.registers, 0, 255);
  require("--block", flags.block, 1, 1024);
  require("--shared", flags.shared, 0, 1 << 20);
  require("--shared-per-thread", flags.shared_per_thread, 0, 1 << 20);
}

json row_json(const occupancy::estimate& row) {
  return {{"block", row.block},
          {"blocks_per_multiprocessor", row.blocks},
          {"warps", row.warps},
          {"occupancy", row.occupancy},
          {"limiter", occupancy::to_text(row.limited_by)}};
}

void print_row(const char* name, const occupancy::estimate& row, const occupancy::limits& limits) {
  print_result("{:<7} {:>6} {:>7} {:>6} of {:<3} {:>9.4f}  {}\n", name, row.block, row.blocks,
               row.warps, limits.warps, row.occupancy, occupancy::to_text(row.limited_by));
}

void print_estimates(const occupancy_flags& flags) {
  check(flags);
  const std::string capability = flags.capability.empty() ? capability_here() : flags.capability;
  const occupancy::limits& limits = limits_of(capability);
  const auto shared = static_cast<std::size_t>(flags.shared);
  const auto per_thread = static_cast<std::size_t>(flags.shared_per_thread);
  const auto asked = occupancy::calculate(
      limits,
      {flags.block, flags.registers, shared + per_thread * static_cast<std::size_t>(flags.block)});
  const auto rows = occupancy::table(limits, flags.registers, shared, per_thread);
  const auto best = occupancy::best(rows);
  if (flags.as_json) {
    json out = {{"compute_capability", capability_text(limits)},
                {"registers", flags.registers},
                {"shared_bytes_per_block", shared},
                {"shared_bytes_per_thread", per_thread},
                {"asked", row_json(asked)},
                {"best", row_json(best)}};
    for (const auto& row : rows) out["table"].push_back(row_json(row));
    write_result(out.dump(2) + "\n");
    return;
  }
  print_result("compute capability {}: {} registers a thread, {} bytes of shared memory a block",
               capability_text(limits), flags.registers, shared);
  print_result("{}\n", per_thread == 0 ? "" : fmt::format(" and {} a thread", per_thread));
  print_result("{:<7} {:>6} {:>7} {:>13} {:>9}  {}\n", "", "block", "blocks", "warps", "occupancy",
               "limited by");
  if (flags.table) {
    for (const auto& row : rows) print_row("", row, limits);
  } else {
    print_row("asked", asked, limits);
  }
  print_row("best", best, limits);
}

void run_check(const occupancy_flags& flags) {
  select_device(flags.device);
  if (!check_occupancy(flags.check_file)) throw exit_status{1};
}

void add_occupancy(CLI::App& command) {
  auto flags = std::make_shared<occupancy_flags>();
  begin_group(command, "Kernel");
  command.add_option("--registers", flags->registers, "Registers a thread")->capture_default_str();
  command.add_option("--block", flags->block, "Threads a block")->capture_default_str();
  command.add_option("--shared", flags->shared, "Bytes of shared memory a block")
      ->capture_default_str();
  command
      .add_option("--shared-per-thread", flags->shared_per_thread,
                  "Bytes of shared memory more for each thread")
      ->capture_default_str();
  begin_group(command, "Device");
  command
      .add_option("--cc", flags->capability,
                  "Compute capability, from 1.0 to 2.0 or from 7.0 to 12.1")
      ->type_name("N.N")
      ->default_str("this GPU's, or 9.0");
  begin_group(command, "Output");
  command.add_flag("--table", flags->table, "All blocks of 32, 64, ... threads");
  command.add_flag("--json", flags->as_json, "As JSON, with the table");
  begin_group(command, "Check");
  auto* check =
      command.add_flag("--check", flags->check, "Compare with the CUDA runtime: needs a GPU");
  add_device_name(command, flags->device)->needs(check);
  add_out(command, flags->check_file, "FILE", "Write the runtime's answers to this JSON file")
      ->needs(check);
  add_example(command, "--registers 40 --block 192 --cc 9.0 --table");
  command.callback([flags] { flags->check ? run_check(*flags) : print_estimates(*flags); });
}

const bool has_occupancy =
    register_command({.id = "occupancy",
                      .help = "Show how many blocks a multiprocessor holds, and what limits them",
                      .chapter = "Measure",
                      .place = 50,
                      .add = add_occupancy});

}  // namespace
}  // namespace retime
