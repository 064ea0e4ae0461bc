#include "harness/gate/audit/designs.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace retime::gate {
namespace {

timing_run empty_run(const design& how) {
  timing_run run{.source = "synthetic"};
  if (how.looked_at) {
    run.session = "synthetic";
    run.looked_at = true;
  }
  return run;
}

void add_process(timing_run& run, double median_ns) {
  timed_case& one = run.cases["synthetic"];
  one.median_ns = median_ns;
  one.processes.push_back({static_cast<std::int64_t>(one.processes.size()), median_ns});
}

/// BASE first, then NEW.
inputs in_two_jobs(const design& how, noise_source& machine, double slowdown) {
  inputs from;
  const double last = 2 * how.runs * how.processes - 1;
  double done = 0;
  for (const bool is_base : {true, false}) {
    for (int i = 0; i < how.runs; ++i) {
      machine.begin_run();
      timing_run run = empty_run(how);
      for (int j = 0; j < how.processes; ++j)
        add_process(run, machine.process_median_ns(is_base ? 0 : slowdown, done++ / last));
      (is_base ? from.base : from.fresh).push_back(std::move(run));
    }
  }
  return from;
}

/// One process of either side, in random order, at the i-th of `rounds` moments of a session.
void add_pair(timing_run& base, timing_run& fresh, noise_source& machine, double slowdown, int i,
              int rounds) {
  const bool base_first = machine.coin();
  for (const int turn : {0, 1}) {
    const double moment = (2 * i + turn) / (2.0 * rounds - 1);
    const bool is_base = base_first == (turn == 0);
    add_process(is_base ? base : fresh, machine.process_median_ns(is_base ? 0 : slowdown, moment));
  }
}

inputs in_pairs(const design& how, noise_source& machine, double slowdown) {
  inputs from;
  for (int i = 0; i < how.runs; ++i) {
    from.base.push_back(empty_run(how));
    from.fresh.push_back(empty_run(how));
    machine.begin_run();
    add_pair(from.base.back(), from.fresh.back(), machine, slowdown, i, how.runs);
  }
  return from;
}

verdict judge_looking(const design& how, noise_source& machine, double slowdown,
                      const compare_options& options) {
  inputs from{.base = {empty_run(how)}, .fresh = {empty_run(how)}};
  machine.begin_run();
  for (int i = 0; i < how.processes; ++i) {
    add_pair(from.base.front(), from.fresh.front(), machine, slowdown, i, how.processes);
    const auto result = compare_runs(from, options);
    if (!decided(result).empty()) return result.cases.front().word;
  }
  return verdict::undecided;
}

std::string percent_text(double share) { return fmt::format("{:.1f}", 100 * share); }

}  // namespace

std::vector<design> designs() {
  return {{.name = "1 v 1"},
          {.name = "1 v 1, 3 processes", .processes = 3},
          {.name = "1 v 1, 10 processes", .processes = 10},
          {.name = "3 v 3", .runs = 3},
          {.name = "3 v 3, 5 processes", .runs = 3, .processes = 5},
          {.name = "12 pairs", .runs = 12, .paired = true},
          {.name = "looked at, to 22 pairs", .processes = 22, .looked_at = true}};
}

verdict judge(const design& how, noise_source& machine, double slowdown,
              const compare_options& options) {
  if (how.looked_at) return judge_looking(how, machine, slowdown, options);
  compare_options paired = options;
  paired.pair_runs = how.paired;
  const auto from =
      how.paired ? in_pairs(how, machine, slowdown) : in_two_jobs(how, machine, slowdown);
  return compare_runs(from, paired).cases.front().word;
}

std::vector<design_audit> audit_designs(const synthetic_plan& plan,
                                        const compare_options& options) {
  std::vector<design_audit> all;
  for (const auto& model : noise_models()) {
    for (const auto& how : designs()) {
      noise_source machine(model, plan.seed + all.size());
      design_audit one{model.name, how.name, {}};
      for (const double slowdown : plan.slowdowns) {
        for (int i = 0; i < plan.streams; ++i)
          one.matrix.add(slowdown, judge(how, machine, slowdown, options));
      }
      all.push_back(std::move(one));
    }
  }
  return all;
}

std::string table(const std::vector<design_audit>& audits) {
  std::string text;
  for (const auto& one : audits) {
    if (text.empty()) {
      text = fmt::format("{:<24} {:<23} {:>7} {:>7} {:>9}", "shares in %", "design", "false",
                         "same", "undecided");
      for (const double slowdown : one.matrix.injected()) {
        if (slowdown > 0)
          text += fmt::format(" {:>13}", fmt::format("{:+.3g} % found", 100 * slowdown));
      }
    }
    text += fmt::format("\n{:<24} {:<23} {:>7} {:>7} {:>9}", one.machine, one.design,
                        percent_text(one.matrix.false_share()),
                        percent_text(one.matrix.share(0, verdict::same)),
                        percent_text(one.matrix.share(0, verdict::undecided)));
    for (const double slowdown : one.matrix.injected()) {
      if (slowdown > 0)
        text += fmt::format(" {:>13}", percent_text(one.matrix.share(slowdown, verdict::slower)));
    }
  }
  return text + "\n";
}

nlohmann::json to_json(const std::vector<design_audit>& audits) {
  auto rows = nlohmann::json::array();
  for (const auto& one : audits) {
    rows.push_back({{"machine", one.machine},
                    {"design", one.design},
                    {"false_share", one.matrix.false_share()},
                    {"matrix", one.matrix.to_json()}});
  }
  return rows;
}

}  // namespace retime::gate
