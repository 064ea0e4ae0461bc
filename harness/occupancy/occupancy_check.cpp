#include "harness/occupancy/occupancy_check.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "harness/files/write_file.h"
#include "harness/registry/sweep.h"
#include "harness/text/output.h"
#include "kernels/device/properties.h"
#include "kernels/occupancy/occupancy.h"
#include "kernels/support/bad_input.h"

namespace retime {
namespace {

/// The smoke inputs, with all values of `block`: as the papers print the variants, and tuned.
std::vector<benchmark_case> smallest_cases() {
  sweep_request request{.filter = "", .profile = "smoke", .axes = {{"block", "all"}}, .seed = {}};
  auto cases = expand(request);
  std::set<std::string> keys;
  for (const auto& each : cases) keys.insert(each.key);
  request.as_printed = false;
  for (auto& each : expand(request)) {
    if (!keys.contains(each.key)) cases.push_back(std::move(each));
  }
  return cases;
}

/// The launches of every registered GPU variant.
std::vector<device::launch_report> registered_launches() {
  std::vector<device::launch_report> launches;
  std::string made_key;
  erased problem;
  for (const benchmark_case& each : smallest_cases()) {
    if (each.variant->runs_on != processor::gpu || each.variant->invalid(each.point)) continue;
    if (made_key != each.workload_key) problem = each.family->make(each.point);
    made_key = each.workload_key;
    try {
      if (auto report = each.variant->prepare(problem, each.point)->launch())
        launches.push_back(*std::move(report));
    } catch (const std::runtime_error& error) {
      print_status("left out: {}: {}\n", each.key, error.what());
    }
  }
  return launches;
}

}  // namespace

bool check_occupancy(const std::string& file) {
  if (device::is_emulation())
    throw bad_input(
        "occupancy --check: asks the CUDA runtime, which this program lacks; use retime");
  const device::properties here = device::current();
  const int capability = 10 * here.compute_major + here.compute_minor;
  const occupancy::limits* limits = occupancy::find_limits(capability);
  if (limits == nullptr)
    throw bad_input(
        fmt::format("occupancy --check: compute capability {} is not known", capability));

  nlohmann::json answers = {
      {"device", here.name},
      {"compute_capability", capability},
      {"runtime_version", here.runtime_version},
      {"columns", {"kernel", "registers", "shared_bytes", "block", "blocks_per_multiprocessor"}},
      {"rows", nlohmann::json::array()}};
  int differ = 0;
  auto launches = registered_launches();
  for (auto& each : synthetic_launches()) launches.push_back(std::move(each));
  for (const device::launch_report& each : launches) {
    const int block = static_cast<int>(each.block[0] * each.block[1] * each.block[2]);
    const int registers = each.registers.value(), answer = each.blocks_per_multiprocessor.value();
    const int calculated =
        occupancy::calculate(*limits, {block, registers, each.shared_bytes}).blocks;
    nlohmann::json row = {each.kernel, registers, each.shared_bytes, block, answer};
    if (calculated != answer) {
      print_result("{}: calculated {}\n", row.dump(), calculated);
      ++differ;
    }
    answers["rows"].push_back(std::move(row));
  }
  print_result("{} launches compared with the runtime, {} differ\n", launches.size(), differ);
  if (!file.empty()) write_text(file, answers.dump() + "\n", "--out");
  return differ == 0;
}

}  // namespace retime
