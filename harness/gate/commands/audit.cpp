#include "harness/gate/audit/audit.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/files/write_file.h"
#include "harness/flags/command.h"
#include "harness/flags/common_flags.h"
#include "harness/flags/help.h"
#include "harness/flags/seconds_option.h"
#include "harness/gate/audit/designs.h"
#include "harness/gate/audit/machine_audit.h"
#include "harness/gate/commands/audit_across.h"
#include "harness/gate/commands/compare_flags.h"
#include "harness/host/exit_status.h"
#include "harness/host/interrupt.h"
#include "harness/measure/select_device.h"
#include "harness/measure/statistics.h"
#include "harness/record/header.h"
#include "harness/sweep/flags/sweep_flags.h"
#include "harness/text/output.h"
#include "kernels/device/properties.h"
#include "kernels/support/bad_input.h"

namespace retime::gate {
namespace {

struct audit_command {
  sweep::sweep_flags sweep;
  compare_options how;
  machine_plan plan;
  bool synthetic = false, across = false;
  int streams = 500, rounds = 30;
  std::optional<double> budget_s;
  std::string json;
};

void check(const audit_command& given) {
  check_between("--margin", given.how.margin, 0, 1);
  check_between("--alpha", given.how.alpha, least_alpha, 0.5);
  check_between("--budget", given.budget_s.value_or(1), 0, 3600);
  check_between("--sessions", given.plan.sessions, 0, 100000);
  check_between("--streams", given.streams, 0, 1e6);
  check_between("--rounds", given.rounds, fewest_rounds - 1, 100000);
  for (const double slowdown : given.plan.slowdowns) {
    if (slowdown != 0) check_between("--inject", slowdown, 0.0009, 10);
  }
  if (!given.across) runs_per_sample(given.plan.slowdowns);
  check_writable(given.json, "--json");
}

nlohmann::json document(const confusion_matrix& matrix) {
  return {{"matrix", matrix.to_json()}, {"false_share", matrix.false_share()}};
}

std::uint64_t seed_of(const audit_command& given) {
  return static_cast<std::uint64_t>(given.sweep.seed.value_or(1));
}

void write(const audit_command& given, nlohmann::json result) {
  result.update({{"schema_version", 1},
                 {"margin", given.how.margin},
                 {"alpha", given.how.alpha},
                 {"synthetic", given.synthetic},
                 {"across", given.across}});
  if (!given.json.empty()) write_text(given.json, result.dump(1) + "\n", "--json");
}

void audit_synthetic(const audit_command& given) {
  synthetic_plan plan{
      .slowdowns = given.plan.slowdowns, .streams = given.streams, .seed = given.plan.seed};
  const auto matrix = audit_synthetic(plan, given.how);
  auto result = document(matrix);
  result["streams"] = {{"blocks", plan.blocks},
                       {"samples_per_block", plan.samples_per_block},
                       {"sample_noise", plan.machine.sample_noise},
                       {"drift", plan.machine.drift}};
  const auto designs = audit_designs(plan, given.how);
  result["designs"] = to_json(designs);
  write(given, result);
  print_result("Interleaved blocks of one process each:\n{}\n{}", matrix.table(), table(designs));
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

nlohmann::json case_json(const audited_case& one) {
  return {{"key", one.key},
          {"reason", one.reason},
          {"median_ns", one.median_ns},
          {"half_width_percent", 100 * median(one.half_widths)},
          {"matrix", one.matrix.to_json()}};
}

void audit_machine(audit_command given) {
  given.plan.seed = seed_of(given);
  given.plan.budget_s = given.budget_s.value_or(given.plan.budget_s);
  const auto cases = timeable(given);
  select_device(given.sweep.device);
  cases::case_runner runner({.measuring = {.seed = given.plan.seed}});
  confusion_matrix matrix;
  auto each = nlohmann::json::array();
  for (std::size_t i = 0; i < cases.size(); ++i) {
    print_status("[{}/{}] {}\n", i + 1, cases.size(), cases[i].key);
    const auto one = audit_on_machine(runner, cases[i], given.plan, given.how);
    each.push_back(case_json(one));
    if (one.reason.empty()) {
      matrix.add(one.matrix);
      print_status("  {:.4g} us, A/A half-width {:.2f} %\n", one.median_ns * 1e-3,
                   100 * median(one.half_widths));
    } else {
      print_status("  left out: {}\n", one.reason);
    }
  }
  auto result = document(matrix);
  result["header"] = make_header(given.plan.seed);
  result["sessions"] = given.plan.sessions;
  result["budget_s"] = given.plan.budget_s;
  result["cases"] = each;
  write(given, result);
  print_result("{}", matrix.table());
}

void audit_processes(const audit_command& given) {
  across_plan plan{.measuring = {.device = given.sweep.device,
                                 .cases = given.sweep.request_to_worker(),
                                 .seed = seed_of(given)},
                   .keys = {},
                   .slowdowns = given.plan.slowdowns};
  plan.measuring.sampling_s = given.budget_s.value_or(plan.measuring.sampling_s);
  for (const auto& one : timeable(given)) plan.keys.push_back(one.key);
  auto result = audit_across(plan, given.rounds, given.how);
  result["budget_s"] = plan.measuring.sampling_s;
  write(given, std::move(result));
  if (is_interrupted()) throw exit_status{interrupted_status};
}

void audit(const audit_command& given) {
  check(given);
  if (given.synthetic) return audit_synthetic(given);
  given.across ? audit_processes(given) : audit_machine(given);
}

void add_audit(CLI::App& command) {
  auto given = std::make_shared<audit_command>();
  given->sweep.add_to(command);
  begin_group(command, "Measuring");
  auto* synthetic =
      command.add_flag("--synthetic", given->synthetic,
                       "On machines that are made up: each way of measuring on each kind of noise");
  auto* across =
      command
          .add_flag(
              "--across", given->across,
              "Across fresh processes: one run a side, three, and ab; else within one process")
          ->excludes(synthetic);
  command
      .add_option("--rounds", given->rounds,
                  "With --across: processes of each side; each takes its turn through all cases")
      ->capture_default_str();
  command
      .add_option("--streams", given->streams, "With --synthetic: comparisons at each slow-down")
      ->capture_default_str();
  command
      .add_option("--sessions", given->plan.sessions,
                  "Comparisons of each case at each slow-down, unless --across or --synthetic")
      ->capture_default_str();
  add_seconds(command, "--budget",
              "Time of sampling: of one side of a comparison; with --across of a case in one "
              "process",
              [given](double seconds) { given->budget_s = seconds; })
      ->default_str("500ms; with --across 100ms");
  command.add_option("--inject", given->plan.slowdowns, "Relative slow-downs; 0 is equal code")
      ->capture_default_str();
  begin_group(command, "Deciding");
  command
      .add_option("--margin", given->how.margin,
                  "Equivalence margin: smaller relative changes are ignored")
      ->capture_default_str();
  command.add_option("--alpha", given->how.alpha, "Accepted error of a verdict")
      ->capture_default_str();
  begin_group(command, "Output");
  command
      .add_option("--json", given->json,
                  "Write the confusion matrix and each case's share of it as JSON")
      ->type_name("FILE");
  for (const char* of_cases :
       {"--filter", "--profile", "--axis", "--device", "--sessions", "--budget"})
    command.get_option(of_cases)->excludes(synthetic);
  command.get_option("--sessions")->excludes(across);
  command.get_option("--rounds")->needs(across);
  command.get_option("--streams")->needs(synthetic);
  add_example(command, example_cases() + " --inject 0,0.02");
  command.callback([given] { audit(*given); });
}

const bool has_audit = register_command(
    {.id = "audit",
     .help = "Compare equal code and code that is slower by a known amount, and count the verdicts",
     .chapter = "Gate",
     .place = 130,
     .add = add_audit});

}  // namespace
}  // namespace retime::gate
