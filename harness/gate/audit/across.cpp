#include "harness/gate/audit/across.h"

#include <fmt/format.h>

#include "harness/cases/worker/worker.h"
#include "harness/measure/shuffled_order.h"
#include "harness/record/recorded_run.h"

namespace retime::gate {

across_audit::across_audit(across_plan plan)
    : plan_(std::move(plan)),
      base_(plan_.measuring, cases::this_program(), plan_.sides.front().base) {
  for (const auto& side : plan_.sides)
    new_sides_.push_back(
        {side.slowdown(), program(plan_.measuring, cases::this_program(), side.longer)});
  for (const auto& key : plan_.keys) cases_.push_back({.key = key, .reason = {}});
}

void across_audit::round(const std::function<bool(const std::string& key)>& begins) {
  std::map<std::string, measured_case*> open;
  std::vector<std::string> keys;
  for (auto& measured : cases_) {
    if (!measured.reason.empty()) continue;
    keys.push_back(measured.key);
    open[measured.key] = &measured;
  }
  const auto order = base_.shuffled(keys, rounds_);
  const std::size_t sides = 1 + new_sides_.size();
  std::map<std::string, std::vector<timed_case>> times;
  for (const auto side : round_order(sides, plan_.measuring.seed, rounds_)) {
    program& code = side == 0 ? base_ : new_sides_[side - 1].code;
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

void across_audit::keep(const std::vector<timed_case>& sides, measured_case& into) const {
  into.rounds.base.push_back(sides.front());
  for (std::size_t i = 0; i < new_sides_.size(); ++i)
    into.rounds.new_sides[new_sides_[i].slowdown].push_back(sides[i + 1]);
}

timed_case across_audit::measure(program& code, measured_case& measured) {
  recorded_run run{
      .path = "audit", .header = header_of(code.header()), .cases = {code.measure(measured.key)}};
  timed_case times = timing_run_of(run).cases.begin()->second;
  if (!times.median_ns)
    measured.reason =
        times.reason.empty() ? times.status : fmt::format("{}: {}", times.status, times.reason);
  return times;
}

}  // namespace retime::gate
