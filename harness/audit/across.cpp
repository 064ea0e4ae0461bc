#include "harness/audit/across.h"

#include <fmt/format.h>

#include <set>

#include "harness/record/recorded_run.h"
#include "harness/run/repeated_runner.h"
#include "harness/support/shuffled_order.h"
#include "harness/worker/worker.h"

namespace retime::compare {

across_audit::across_audit(across_plan plan)
    : plan_(std::move(plan)),
      base_runs_(runs_to_lengthen(plan_.slowdowns)),
      base_(plan_.measuring, this_program(), base_runs_) {
  std::set<int> runs{base_runs_};
  for (const double slowdown : plan_.slowdowns)
    runs.insert(lengthened(base_runs_, slowdown).longer);
  for (const int longer : runs) {
    fresh_.push_back({lengthening{base_runs_, longer}.slowdown(),
                      ab::program(plan_.measuring, this_program(), longer)});
  }
  for (const auto& key : plan_.keys) cases_.push_back({.key = key, .reason = {}});
}

std::vector<double> across_audit::slowdowns() const {
  std::vector<double> all;
  for (const auto& one : fresh_) all.push_back(one.slowdown);
  return all;
}

void across_audit::round(const std::function<bool(const std::string& key)>& begins) {
  std::map<std::string, case_across*> open;
  std::vector<std::string> keys;
  for (auto& one : cases_) {
    if (!one.reason.empty()) continue;
    keys.push_back(one.key);
    open[one.key] = &one;
  }
  base_.begin_process();
  for (auto& one : fresh_) one.code.begin_process();
  for (const auto& key : base_.shuffled(keys, rounds_)) {
    if (!begins(key)) return;
    measure(*open[key]);
  }
  ++rounds_;
}

/// A round that not all sides have is not kept.
void across_audit::measure(case_across& one) {
  std::vector<timed_case> times(1 + fresh_.size());
  for (const auto side : round_order(times.size(), plan_.measuring.seed, turns_++)) {
    times[side] = measure(side == 0 ? base_ : fresh_[side - 1].code, one);
    if (!one.reason.empty()) return;
  }
  one.rounds.base.push_back(std::move(times.front()));
  for (std::size_t i = 0; i < fresh_.size(); ++i)
    one.rounds.fresh[fresh_[i].slowdown].push_back(std::move(times[i + 1]));
}

timed_case across_audit::measure(ab::program& code, case_across& one) {
  recorded_run run{.path = "audit",
                   .header = header_of(code.header()),
                   .cases = {case_of(code.measure(one.key))}};
  timed_case times = timing_run_of(run).cases.begin()->second;
  if (!times.median_ns)
    one.reason =
        times.reason.empty() ? times.status : fmt::format("{}: {}", times.status, times.reason);
  return times;
}

}  // namespace retime::compare
