#include "harness/bench/run_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "harness/record/speed_up.h"

namespace retime::bench {
namespace {

using workload_axes = std::map<std::string, axis_value>;

/// The axes, of the workload and of tuning, of which the run has several values, by family.
std::map<std::string, std::set<std::string>> varied_axes(const recorded_run& run) {
  std::map<std::pair<std::string, std::string>, std::set<std::string>> values;
  for (const auto& each : run.cases) {
    for (const auto& [axis, value] : each.axes) values[{each.family, axis}].insert(to_text(value));
  }
  std::map<std::string, std::set<std::string>> varied;
  for (const auto& [place, texts] : values)
    if (texts.size() > 1) varied[place.first].insert(place.second);
  return varied;
}

workload_axes shown_axes(const recorded_case& shown_case, const std::set<std::string>& varied) {
  workload_axes shown;
  for (const auto& [axis, value] : shown_case.workload())
    if (varied.contains(axis) || axis == shown_case.size_axis) shown.emplace(axis, value);
  return shown;
}

double median_ns(const summary_row& row) { return row.best->times->stats.median_ns; }

std::optional<double> share_of_ceiling(const recorded_case& timed) {
  if (timed.work.bytes <= 0 || timed.ceiling_bytes_per_s.value_or(0) <= 0) return std::nullopt;
  return timed.work.bytes / (timed.times->stats.median_ns * 1e-9) / *timed.ceiling_bytes_per_s;
}

/// GPU variants first, and among either the fastest.
void sort_rows(std::vector<summary_row>& rows) {
  std::ranges::stable_sort(rows, [](const summary_row& a, const summary_row& b) {
    return std::tuple(a.best->runs_on == processor::cpu, median_ns(a)) <
           std::tuple(b.best->runs_on == processor::cpu, median_ns(b));
  });
  if (!rows.empty()) rows.front().is_fastest = rows.front().best->runs_on == processor::gpu;
}

/// The groups of a run, by family and workload, as they grow.
class grouping {
 public:
  explicit grouping(const recorded_run& run) : varied_(varied_axes(run)) {}

  void add(const recorded_case& timed) {
    summary_row& row = row_of(timed);
    ++row.configurations;
    if (row.best == nullptr || timed.times->stats.median_ns < median_ns(row)) row.best = &timed;
  }

  std::vector<summary_group> groups;

 private:
  summary_row& row_of(const recorded_case& timed) {
    const auto [group, is_new] =
        group_at_.emplace(std::pair(timed.family, timed.workload()), groups.size());
    if (is_new) groups.push_back({timed.family, shown_axes(timed, varied_[timed.family]), {}});
    auto& rows = groups[group->second].rows;
    const auto [row, is_new_row] =
        row_at_.emplace(std::tuple(group->second, timed.variant, timed.form()), rows.size());
    if (is_new_row) rows.emplace_back();
    return rows[row->second];
  }

  std::map<std::string, std::set<std::string>> varied_;
  std::map<std::pair<std::string, workload_axes>, std::size_t> group_at_;
  std::map<std::tuple<std::size_t, std::string, std::string>, std::size_t> row_at_;
};

std::map<std::string, std::set<std::string>> tuning_to_show(const recorded_run& run) {
  const auto varied = varied_axes(run);
  std::map<std::string, std::set<std::string>> all, shown;
  for (const auto& each : run.cases) {
    const auto of_family = varied.find(each.family);
    for (const auto& axis : each.tuning) {
      all[each.family].insert(axis);
      if (of_family != varied.end() && of_family->second.contains(axis))
        shown[each.family].insert(axis);
    }
  }
  shown.merge(all);  // what is there stays
  return shown;
}

bool cannot_run_here(status outcome) {
  return outcome == status::constraint || outcome == status::out_of_memory;
}

}  // namespace

run_summary summary_of(const recorded_run& run) {
  run_summary summary{.shown_tuning = tuning_to_show(run), .cases = run.cases.size()};
  grouping grouped(run);
  for (const auto& each : run.cases) {
    ++summary.outcomes[each.outcome];
    if (each.outcome != status::correct && !cannot_run_here(each.outcome))
      summary.not_correct.push_back(&each);
    if (each.outcome == status::correct && each.emulated) ++summary.emulated;
    if (each.measured() == nullptr || each.tuning_role == "search") continue;
    summary.noisy += each.times->noisy ? 1 : 0;
    grouped.add(each);
  }
  summary.groups = std::move(grouped.groups);
  const speed_ups over_base(run);
  for (auto& group : summary.groups) {
    for (auto& row : group.rows) {
      row.ceiling_share = share_of_ceiling(*row.best);
      row.over_base = over_base.of(*row.best);
    }
    sort_rows(group.rows);
  }
  return summary;
}

std::string name_of(const summary_group& group) {
  std::string name = group.family;
  for (const auto& [axis, value] : group.axes) name += fmt::format("/{}={}", axis, to_text(value));
  return name;
}

std::string configuration_of(const recorded_case& tuned, const run_summary& summary) {
  const auto shown = summary.shown_tuning.find(tuned.family);
  std::string text;
  for (const auto& axis : tuned.tuning) {
    if (shown == summary.shown_tuning.end() || !shown->second.contains(axis)) continue;
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", axis, to_text(tuned.axes.at(axis)));
  }
  return text;
}

}  // namespace retime::bench
