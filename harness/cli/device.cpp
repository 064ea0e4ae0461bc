#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/cli/bad_input.h"
#include "harness/cli/commands.h"
#include "harness/cli/sweep_flags.h"
#include "harness/measure/self_check.h"
#include "harness/record/header.h"

namespace retime {
namespace {

void print_ceilings(const nlohmann::json& header) {
  const auto& device = header["device"];
  fmt::print("{} ({}), {} multiprocessors, {:.1f} GB, L2 {:.0f} MB, compute capability {}\n",
             device["name"].get<std::string>(), device["kind"].get<std::string>(),
             device["multiprocessors"].get<int>(), device["memory_bytes"].get<double>() * 1e-9,
             device["l2_bytes"].get<double>() * 1e-6,
             device["compute_capability"].get<std::string>());
  for (const auto& [name, value] : header["ceilings"].items()) {
    fmt::print(
        "  {:<20} {}\n", name,
        value.is_null() ? "not measurable here" : fmt::format("{:.5g}", value.get<double>()));
  }
}

/// Exit status 1 if a check fails.
void run_checks() {
  bool all_passed = true;
  for (const auto& check : check_timing()) {
    all_passed &= check.passed();
    fmt::print("{} {:<52} {:>12.5g} {:<10} right: {:.5g} to {:.5g}  {}\n",
               check.passed() ? "ok    " : "FAILED", check.name, check.measured, check.unit,
               check.low, check.high, check.note);
  }
  if (!all_passed) throw exit_status{1};
}

}  // namespace

void add_device(CLI::App& app) {
  struct flags {
    std::string name = "auto";
    bool as_json = false, check = false;
  };
  auto* command =
      app.add_subcommand("device", "Say what device is here and what it can do at best");
  auto given = std::make_shared<flags>();
  command->add_option("--device", given->name, "auto or cuda:N")->capture_default_str();
  command->add_flag("--json", given->as_json, "As JSON, the header of a run");
  command->add_flag("--check", given->check, "Check the clocks against things whose time is known");
  command->callback([given] {
    select_device(given->name);
    const auto header = make_header(1);
    if (given->as_json) {
      fmt::print("{}\n", header.dump(2));
    } else {
      print_ceilings(header);
    }
    if (given->check) run_checks();
  });
}

}  // namespace retime
