#include "harness/audit/audit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "harness/audit/designs.h"
#include "harness/audit/machine_audit.h"
#include "harness/cli/commands.h"
#include "harness/cli/compare_flags.h"
#include "harness/cli/sweep_flags.h"
#include "harness/record/header.h"
#include "harness/support/write_file.h"
#include "kernels/device/properties.h"
#include "kernels/support/bad_input.h"

namespace retime {
namespace {

struct audit_command {
  sweep_flags sweep;
  compare::compare_options how;
  compare::machine_plan plan;
  bool synthetic = false;
  int streams = 500;
  std::string json;
};

void check(const audit_command& given) {
  check_between("--margin", given.how.margin, 0, 1);
  check_between("--alpha", given.how.alpha, 0, 0.5);
  check_between("--budget", given.plan.budget_s, 0, 3600);
  check_between("--sessions", given.plan.sessions, 0, 100000);
  check_between("--streams", given.streams, 0, 1e6);
  for (const double slowdown : given.plan.slowdowns) {
    if (!(slowdown >= 0 && slowdown < 10))
      throw bad_input(fmt::format("--inject {}: at least 0 and below 10", slowdown));
  }
  compare::runs_per_sample(given.plan.slowdowns);
  check_writable(given.json, "--json");
}

nlohmann::json document(const audit_command& given, const compare::confusion_matrix& matrix) {
  return {{"schema_version", 1},        {"margin", given.how.margin},
          {"alpha", given.how.alpha},   {"synthetic", given.synthetic},
          {"matrix", matrix.to_json()}, {"false_share", matrix.false_share()}};
}

void write(const audit_command& given, const nlohmann::json& document) {
  if (!given.json.empty()) write_text(given.json, document.dump(1) + "\n", "--json");
}

void audit_synthetic(const audit_command& given) {
  compare::synthetic_plan plan{
      .slowdowns = given.plan.slowdowns, .streams = given.streams, .seed = given.plan.seed};
  const auto matrix = compare::audit_synthetic(plan, given.how);
  auto result = document(given, matrix);
  result["streams"] = {{"blocks", plan.blocks},
                       {"samples_per_block", plan.samples_per_block},
                       {"sample_noise", plan.machine.sample_noise},
                       {"drift", plan.machine.drift}};
  const auto designs = compare::audit_designs(plan, given.how);
  result["designs"] = to_json(designs);
  write(given, result);
  fmt::print("Interleaved blocks of one process each:\n{}\n{}", matrix.table(), table(designs));
}

/// The emulation times nothing, so there only the CPU variants can be audited.
std::vector<benchmark_case> timeable(const audit_command& given) {
  auto cases = expand(given.sweep.request());
  if (device::is_emulation()) {
    std::erase_if(cases, [](const auto& one) { return one.variant->runs_on == processor::gpu; });
    if (cases.empty()) {
      throw bad_input(
          "--filter: no CPU variant matches, and the emulation times no GPU variant; try "
          "--synthetic");
    }
  }
  return cases;
}

double median_of(std::vector<double> values) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  return values[values.size() / 2];
}

nlohmann::json case_json(const compare::audited_case& one) {
  return {{"key", one.key},
          {"reason", one.reason},
          {"median_ns", one.median_ns},
          {"half_width_percent", 100 * median_of(one.half_widths)},
          {"matrix", one.matrix.to_json()}};
}

void audit_machine(audit_command given) {
  given.plan.seed = static_cast<std::uint64_t>(given.sweep.seed.value_or(1));
  const auto cases = timeable(given);
  select_device(given.sweep.device);
  case_runner runner({.measuring = {.seed = given.plan.seed}});
  compare::confusion_matrix matrix;
  auto each = nlohmann::json::array();
  for (std::size_t i = 0; i < cases.size(); ++i) {
    fmt::print(stderr, "[{}/{}] {}\n", i + 1, cases.size(), cases[i].key);
    const auto one = compare::audit_on_machine(runner, cases[i], given.plan, given.how);
    each.push_back(case_json(one));
    if (one.reason.empty()) {
      matrix.add(one.matrix);
      fmt::print(stderr, "  {:.4g} us, A/A half-width {:.2f} %\n", one.median_ns * 1e-3,
                 100 * median_of(one.half_widths));
    } else {
      fmt::print(stderr, "  left out: {}\n", one.reason);
    }
  }
  auto result = document(given, matrix);
  result["header"] = make_header(given.plan.seed);
  result["sessions"] = given.plan.sessions;
  result["budget_s"] = given.plan.budget_s;
  result["cases"] = each;
  write(given, result);
  fmt::print("{}", matrix.table());
}

}  // namespace

void add_audit(CLI::App& app) {
  auto* command = app.add_subcommand(
      "audit",
      "Compare equal code and code that is slower by a known amount, and count the verdicts");
  auto given = std::make_shared<audit_command>();
  given->sweep.add_to(*command);
  command->add_flag("--synthetic", given->synthetic,
                    "On machines that are made up: each way of measuring on each kind of noise");
  command
      ->add_option("--streams", given->streams, "With --synthetic: comparisons at each slow-down")
      ->capture_default_str();
  command
      ->add_option("--sessions", given->plan.sessions, "Comparisons of each case at each slow-down")
      ->capture_default_str();
  command
      ->add_option("--budget", given->plan.budget_s,
                   "Seconds of sampling for one side of a comparison")
      ->capture_default_str();
  command->add_option("--inject", given->plan.slowdowns, "Relative slow-downs; 0 is equal code")
      ->type_name("X...")
      ->capture_default_str();
  command
      ->add_option("--margin", given->how.margin,
                   "Equivalence margin: smaller relative changes are ignored")
      ->capture_default_str();
  command->add_option("--alpha", given->how.alpha, "Accepted error of a verdict")
      ->capture_default_str();
  command
      ->add_option("--json", given->json,
                   "Write the confusion matrix and each case's share of it as JSON")
      ->type_name("FILE");
  command->callback([given] {
    check(*given);
    given->synthetic ? audit_synthetic(*given) : audit_machine(*given);
  });
}

}  // namespace retime
