#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/files/json_output.h"
#include "harness/files/write_file.h"
#include "harness/flags/command.h"
#include "harness/flags/common_flags.h"
#include "harness/flags/help.h"
#include "harness/gate/audit/across.h"
#include "harness/gate/audit/within.h"
#include "harness/gate/commands/compare_flags.h"
#include "harness/host/clock.h"
#include "harness/host/exit_status.h"
#include "harness/measure/select_device.h"
#include "harness/measure/statistics.h"
#include "harness/record/header.h"
#include "harness/sweep/flags/sweep_flags.h"
#include "harness/text/output.h"
#include "kernels/device/properties.h"
#include "kernels/support/bad_input.h"

namespace retime::gate {
namespace {

using nlohmann::json;

struct audit_command {
  sweep::sweep_flags sweep;
  compare_options options;
  std::vector<double> slowdowns{0, 0.01, 0.02, 0.05};
  bool across = false;
  int sessions = 20, rounds = 30;
  std::optional<double> budget_s;
  std::string json;
};

void check(const audit_command& flags) {
  check_between("--margin", flags.options.margin, 0, 1);
  check_between("--alpha", flags.options.alpha, least_alpha, 0.5);
  check_between("--budget", flags.budget_s.value_or(1), 0, 3600);
  check_between("--sessions", flags.sessions, 0, 100000);
  check_between("--rounds", flags.rounds, fewest_rounds - 1, 100000);
  for (const double slowdown : flags.slowdowns) {
    if (slowdown != 0) check_between("--inject", slowdown, 0.0009, 10);
  }
  check_writable(flags.json, "--json");
}

std::uint64_t seed_of(const audit_command& flags) {
  return static_cast<std::uint64_t>(flags.sweep.seed.value_or(1));
}

/// The emulation times nothing, so there only the CPU variants can be audited.
std::vector<benchmark_case> timeable(const audit_command& flags) {
  auto cases = expand(flags.sweep.request());
  if (device::is_emulation()) {
    std::erase_if(cases,
                  [](const auto& timed) { return timed.variant->runs_on == processor::gpu; });
    if (cases.empty())
      throw bad_input("--filter: no CPU variant matches, and the emulation times no GPU variant");
  }
  return cases;
}

/// A case's verdicts, by design; none if it could not be audited.
struct audited_case {
  std::string key, reason;
  double median_ns = 0;  ///< of one run
  std::vector<audited_rounds> by_design;
};

std::vector<design> designs_of(const audit_command& flags) {
  return flags.across ? designs_across() : designs_within();
}

audited_case audited_of(const measured_case& measured, const audit_command& flags) {
  std::vector<double> medians_ns;
  for (const auto& side : measured.rounds.base) medians_ns.push_back(*side.median_ns);
  audited_case audited{
      .key = measured.key,
      .reason = measured.reason,
      .median_ns = median(std::move(medians_ns)) / injected_sides(flags.slowdowns).front().base,
      .by_design = {}};
  for (const auto& way : designs_of(flags)) {
    if (measured.reason.empty())
      audited.by_design.push_back(judge_rounds(way, measured.rounds, flags.options));
  }
  return audited;
}

struct audit_result {
  json about;  ///< what else --json holds of the measurement
  std::vector<audited_case> cases;
};

audit_result audit_within(const audit_command& flags) {
  const within_plan usual;
  const within_plan plan{.sides = injected_sides(flags.slowdowns),
                         .sessions = flags.sessions,
                         .budget_s = flags.budget_s.value_or(usual.budget_s),
                         .seed = seed_of(flags)};
  const auto cases = timeable(flags);
  select_device(flags.sweep.device);
  cases::case_runner runner({.measuring = {.seed = plan.seed}});
  audit_result result;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    print_status("[{}/{}] {}\n", i + 1, cases.size(), cases[i].key);
    const auto& audited =
        result.cases.emplace_back(audited_of(measure_within(runner, cases[i], plan), flags));
    if (audited.reason.empty())
      print_status("  {:.4g} us, A/A half-width {:.2f} %\n", audited.median_ns * 1e-3,
                   100 * median(audited.by_design.front().half_widths));
    else
      print_status("  left out: {}\n", audited.reason);
  }
  result.about = {
      {"header", make_header(plan.seed)}, {"sessions", plan.sessions}, {"budget_s", plan.budget_s}};
  return result;
}

/// As many rounds as are asked for, or until Ctrl-C.
void measure_rounds(across_audit& audit, int rounds) {
  const stopwatch watch;
  note_interrupts();
  const auto is_open = [](const measured_case& measured) { return measured.reason.empty(); };
  for (int done = 1; done <= rounds && std::ranges::any_of(audit.cases(), is_open); ++done) {
    audit.round([](const std::string&) { return !is_interrupted(); });
    if (is_interrupted()) return;
    print_status("round {} of {}, {:.0f} s, about {:.0f} s left\n", done, rounds, watch.s(),
                 watch.s() / done * (rounds - done));
  }
}

audit_result audit_across(const audit_command& flags) {
  across_plan plan{.measuring = {.device = flags.sweep.device,
                                 .cases = flags.sweep.request_to_worker(),
                                 .seed = seed_of(flags)},
                   .keys = {},
                   .sides = injected_sides(flags.slowdowns)};
  plan.measuring.sampling_s = flags.budget_s.value_or(plan.measuring.sampling_s);
  for (const auto& timed : timeable(flags)) plan.keys.push_back(timed.key);
  across_audit audit(plan);
  measure_rounds(audit, flags.rounds);
  json header = audit.header();
  header["argv"] = command_line();
  audit_result result{.about = {{"header", header},
                                {"rounds", audit.rounds()},
                                {"runs_per_sample", plan.sides.front().base},
                                {"budget_s", plan.measuring.sampling_s}},
                      .cases = {}};
  for (const auto& measured : audit.cases()) {
    result.cases.push_back(audited_of(measured, flags));
    if (!measured.reason.empty()) print_status("left out: {}: {}\n", measured.key, measured.reason);
  }
  return result;
}

/// Half-width: the median of all; null where too few rounds were done for any.
json verdicts_json(const audited_rounds& audited) {
  return {{"half_width_percent",
           audited.half_widths.empty() ? json() : finite(100 * median(audited.half_widths))},
          {"matrix", audited.matrix.to_json()}};
}

json case_json(const audited_case& audited, const audit_command& flags) {
  json line = {{"key", audited.key}, {"reason", audited.reason}, {"median_ns", audited.median_ns}};
  if (!flags.across) {
    line.update(
        verdicts_json(audited.by_design.empty() ? audited_rounds() : audited.by_design.front()));
    return line;
  }
  line["designs"] = json::array();
  for (std::size_t i = 0; i < audited.by_design.size(); ++i) {
    line["designs"].push_back(verdicts_json(audited.by_design[i]));
    line["designs"].back()["design"] = designs_across()[i].name;
  }
  return line;
}

json counts_json(const confusion_matrix& matrix) {
  return {{"matrix", matrix.to_json()}, {"false_share", matrix.false_share()}};
}

/// Prints each design's table, and gives what --json says of it.
json report(const audit_result& result, const audit_command& flags) {
  json document = result.about;
  const auto designs = designs_of(flags);
  for (std::size_t i = 0; i < designs.size(); ++i) {
    confusion_matrix matrix;
    for (const auto& audited : result.cases) {
      if (audited.reason.empty()) matrix.add(audited.by_design[i].matrix);
    }
    json counts = counts_json(matrix);
    if (!flags.across) {
      print_result("{}", matrix.table());
      document.update(counts);
      continue;
    }
    print_result("{}:\n{}\n", designs[i].name, matrix.table());
    counts["design"] = designs[i].name;
    counts["machine"] = result.about.at("header").at("device").at("name");
    document["designs"].push_back(counts);
  }
  document["cases"] = json::array();
  for (const auto& audited : result.cases) document["cases"].push_back(case_json(audited, flags));
  document.update({{"schema_version", 1},
                   {"margin", flags.options.margin},
                   {"alpha", flags.options.alpha},
                   {"across", flags.across}});
  return document;
}

void audit(const audit_command& flags) {
  check(flags);
  const auto document = report(flags.across ? audit_across(flags) : audit_within(flags), flags);
  if (!flags.json.empty()) write_text(flags.json, document.dump(1) + "\n", "--json");
  if (is_interrupted()) throw exit_status{interrupted_status};
}

void add_audit(CLI::App& command) {
  auto flags = std::make_shared<audit_command>();
  flags->sweep.add_to(command);
  begin_group(command, "Measuring");
  auto* across = command.add_flag(
      "--across", flags->across,
      "Across fresh processes: one run a side, three, and ab; else within one process");
  command
      .add_option("--rounds", flags->rounds,
                  "With --across: processes of each side; each takes its turn through all cases")
      ->capture_default_str()
      ->needs(across);
  command
      .add_option("--sessions", flags->sessions,
                  "Comparisons of each case at each slow-down, unless --across")
      ->capture_default_str()
      ->excludes(across);
  add_seconds(command, "--budget",
              "Time of sampling: of one side of a comparison; with --across of a case in one "
              "process",
              [flags](double seconds) { flags->budget_s = seconds; })
      ->default_str("500ms; with --across 100ms");
  command
      .add_option("--inject", flags->slowdowns, "Relative slow-downs; equal code is always there")
      ->capture_default_str();
  begin_group(command, "Deciding");
  command
      .add_option("--margin", flags->options.margin,
                  "Equivalence margin: smaller relative changes are ignored")
      ->capture_default_str();
  command.add_option("--alpha", flags->options.alpha, "Accepted error of a verdict")
      ->capture_default_str();
  begin_group(command, "Output");
  command
      .add_option("--json", flags->json,
                  "Write the confusion matrix and each case's share of it as JSON")
      ->type_name("FILE");
  add_example(command, example_cases() + " --inject 0,0.02");
  command.callback([flags] { audit(*flags); });
}

const bool has_audit = register_command(
    {.id = "audit",
     .help = "Compare equal code and code that is slower by a known amount, and count the verdicts",
     .chapter = "Gate",
     .place = 130,
     .add = add_audit});

}  // namespace
}  // namespace retime::gate
