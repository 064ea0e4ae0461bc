#include "harness/gate/audit/across.h"

#include <fmt/format.h>

#include <set>

#include "harness/cases/repeated_runner.h"
#include "harness/cases/worker/worker.h"
#include "harness/measure/shuffled_order.h"
#include "harness/record/recorded_run.h"

namespace retime::gate {

across_audit::across_audit(across_plan plan)
    : plan_(std::move(plan)),
      base_runs_(cases::runs_to_lengthen(plan_.slowdowns)),
      base_(plan_.measuring, cases::this_program(), base_runs_) {
  std::set<int> runs{base_runs_};
  for (const double slowdown : plan_.slowdowns)
    runs.insert(cases::lengthened(base_runs_, slowdown).longer);
  for (const int longer : runs) {
    fresh_.push_back({cases::lengthening{base_runs_, longer}.slowdown(),
                      program(plan_.measuring, cases::this_program(), longer)});
  }
  for (const auto& key : plan_.keys) cases_.push_back({.key = key, .reason = {}});
}

std::vector<double> across_audit::slowdowns() const {
  std::vector<double> all;
  for (const auto& one : fresh_) all.push_back(one.slowdown);
  return all;
}

void across_audit::round(const std::function<bool(const std::string& key)>& begins) {
  std::map<std::string, gate::case_across*> open;
  std::vector<std::string> keys;
  for (auto& one : cases_) {
    if (!one.reason.empty()) continue;
    keys.push_back(one.key);
    open[one.key] = &one;
  }
  const auto order = base_.shuffled(keys, rounds_);
  const std::size_t sides = 1 + fresh_.size();
  std::map<std::string, std::vector<gate::timed_case>> times;
  for (const auto side : round_order(sides, plan_.measuring.seed, rounds_)) {
    gate::program& code = side == 0 ? base_ : fresh_[side - 1].code;
    for (const auto& key : order) {
      if (!open[key]->reason.empty()) continue;
      if (!begins(key)) return;
      times[key].resize(sides);
      times[key][side] = measure(code, *open[key]);
    }
    code.end_process();
  }
  ++rounds_;
  for (auto& [key, of_sides] : times) {
    if (open[key]->reason.empty()) keep(of_sides, *open[key]);
  }
}

void across_audit::keep(const std::vector<gate::timed_case>& of_sides, case_across& into) const {
  into.rounds.base.push_back(of_sides.front());
  for (std::size_t i = 0; i < fresh_.size(); ++i)
    into.rounds.fresh[fresh_[i].slowdown].push_back(of_sides[i + 1]);
}

timed_case across_audit::measure(program& code, case_across& one) {
  recorded_run run{.path = "audit",
                   .header = header_of(code.header()),
                   .cases = {case_of(code.measure(one.key))}};
  timed_case times = timing_run_of(run).cases.begin()->second;
  if (!times.median_ns)
    one.reason =
        times.reason.empty() ? times.status : fmt::format("{}: {}", times.status, times.reason);
  return times;
}

}  // namespace retime::gate
