#include "harness/gate/commands/audit_across.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/files/json_values.h"
#include "harness/host/clock.h"
#include "harness/host/interrupt.h"
#include "harness/measure/statistics.h"
#include "harness/record/header.h"
#include "harness/text/output.h"

namespace retime::gate {
namespace {

using nlohmann::json;

void measure(across_audit& audit, int rounds) {
  const stopwatch watch;
  note_interrupts();
  const auto is_open = [](const case_across& one) { return one.reason.empty(); };
  for (int done = 1; done <= rounds && std::ranges::any_of(audit.cases(), is_open); ++done) {
    audit.round([](const std::string&) { return !is_interrupted(); });
    if (is_interrupted()) return;
    print_status("round {} of {}, {:.0f} s, about {:.0f} s left\n", done, rounds, watch.s(),
                 watch.s() / done * (rounds - done));
  }
}

double median_ns(const case_across& one, int runs_per_sample) {
  std::vector<double> medians_ns;
  for (const auto& process : one.rounds.base) medians_ns.push_back(*process.median_ns);
  return median(std::move(medians_ns)) / runs_per_sample;
}

/// Their median; null where too few rounds were done for any.
json percent_or_null(const std::vector<double>& half_widths) {
  return half_widths.empty() ? json() : finite(100 * median(half_widths));
}

/// Judged by each design; what it found is added to that design's audit.
json case_json(const case_across& one, int runs_per_sample, const compare_options& how,
               std::vector<design_audit>& audits) {
  json each = json::array();
  const auto designs = designs_across();
  for (std::size_t i = 0; one.reason.empty() && i < designs.size(); ++i) {
    const auto audited = judge_rounds(designs[i], one.rounds, how);
    audits[i].matrix.add(audited.matrix);
    each.push_back({{"design", designs[i].name},
                    {"half_width_percent", percent_or_null(audited.half_widths)},
                    {"matrix", audited.matrix.to_json()}});
  }
  return {{"key", one.key},
          {"reason", one.reason},
          {"median_ns", median_ns(one, runs_per_sample)},
          {"designs", each}};
}

json header_of(across_audit& audit) {
  json header = audit.header();
  header["argv"] = command_line();
  return header;
}

void show(const std::vector<design_audit>& audits) {
  for (const auto& one : audits) print_result("{}:\n{}\n", one.design, one.matrix.table());
}

}  // namespace

json audit_across(across_plan plan, int rounds, const compare_options& how) {
  across_audit audit(std::move(plan));
  measure(audit, rounds);
  const json header = header_of(audit);
  std::vector<design_audit> audits;
  for (const auto& one : designs_across())
    audits.push_back({header.at("device").at("name"), one.name, {}});
  json cases = json::array();
  for (const auto& one : audit.cases()) {
    cases.push_back(case_json(one, audit.runs_per_sample(), how, audits));
    if (!one.reason.empty()) print_status("left out: {}: {}\n", one.key, one.reason);
  }
  show(audits);
  return {{"header", header},
          {"rounds", audit.rounds()},
          {"runs_per_sample", audit.runs_per_sample()},
          {"designs", to_json(audits)},
          {"cases", cases}};
}

}  // namespace retime::gate
