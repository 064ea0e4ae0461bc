// One row a case under one header, which has a column for each axis that any case has; a cell is
// empty where the case has no such value. Quoted as RFC 4180 has it; lines end as in Unix.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>

#include "harness/exports/formats.h"
#include "harness/record/speed_up.h"
#include "harness/text/text_table.h"

namespace retime::exports {
namespace {

/// A column, and what stands in it of a case; empty where there is nothing to say.
struct column {
  std::string name;
  std::function<std::string(const recorded_case&)> cell;
};

/// A cell of a case that has a time that counts.
std::function<std::string(const recorded_case&)> timed(std::string (*cell)(const recorded_case&,
                                                                           const recorded_times&)) {
  return [cell](const recorded_case& one) {
    const auto* times = one.measured();
    return times ? cell(one, *times) : std::string();
  };
}

std::string cell_number(double value) { return fmt::format("{}", value); }

/// Bytes in a ns are GB in a s.
double gb_per_s(const recorded_case& one, const recorded_times& times) {
  return one.work.bytes / times.stats.median_ns;
}

std::string why_untimed(const recorded_case& one) {
  return one.outcome == status::correct && !one.measured() ? outcome_of(one) : one.reason;
}

std::vector<column> leading_columns() {
  using one_case = const recorded_case&;
  return {{"key", [](one_case one) { return one.key; }},
          {"family", [](one_case one) { return one.family; }},
          {"variant", [](one_case one) { return one.variant; }},
          {"label", [](one_case one) { return one.label; }},
          {"form", [](one_case one) { return one.form(); }},
          {"processor",
           [](one_case one) { return std::string(one.runs_on == processor::gpu ? "gpu" : "cpu"); }},
          {"tuning_role", [](one_case one) { return one.tuning_role; }},
          {"status", [](one_case one) { return to_text(one.outcome); }},
          {"reason", why_untimed}};
}

std::vector<column> time_columns(const speed_ups& over_base) {
  using one_case = const recorded_case&;
  using its_times = const recorded_times&;
  return {
      {"median_ns", timed([](one_case, its_times t) { return cell_number(t.stats.median_ns); })},
      {"ci_low_ns", timed([](one_case, its_times t) { return cell_number(t.stats.ci_low_ns); })},
      {"ci_high_ns", timed([](one_case, its_times t) { return cell_number(t.stats.ci_high_ns); })},
      {"samples",
       timed([](one_case, its_times t) { return fmt::format("{}", t.samples_ns.size()); })},
      {"processes",
       timed([](one_case, its_times t) { return fmt::format("{}", t.processes.size()); })},
      {"noisy", timed([](one_case, its_times t) { return fmt::format("{}", t.noisy); })},
      {"energy_j", timed([](one_case, its_times t) {
         return t.energy_j ? cell_number(*t.energy_j) : std::string();
       })},
      {"gb_per_s", timed([](one_case one, its_times t) {
         return one.work.bytes > 0 ? cell_number(gb_per_s(one, t)) : "";
       })},
      {"ceiling_fraction", timed([](one_case one, its_times t) {
         return one.work.bytes > 0 && one.ceiling_bytes_per_s.value_or(0) > 0
                    ? cell_number(1e9 * gb_per_s(one, t) / *one.ceiling_bytes_per_s)
                    : "";
       })},
      {"base", [](one_case one) { return one.base; }},
      {"speedup_over_base", [&over_base](one_case one) {
         const auto factor = over_base.of(one);
         return factor ? cell_number(*factor) : std::string();
       }}};
}

/// In alphabetical order. An axis may have the name of another column.
std::vector<column> axis_columns(const recorded_run& run, const std::vector<column>& others) {
  std::set<std::string> axes;
  for (const auto& one : run.cases) {
    for (const auto& [axis, value] : one.axes) axes.insert(axis);
  }
  std::vector<column> columns;
  for (const auto& axis : axes) {
    const bool is_taken = std::ranges::find(others, axis, &column::name) != others.end();
    columns.push_back({(is_taken ? "axis_" : "") + axis, [axis](const recorded_case& one) {
                         const auto value = one.axes.find(axis);
                         return value == one.axes.end() ? "" : to_text(value->second);
                       }});
  }
  return columns;
}

exported csv(const recorded_run& run, const std::string&) {
  const speed_ups over_base(read_run(run.path));  // a filter may leave out what they divide by
  auto columns = leading_columns();
  auto times = time_columns(over_base);
  auto others = columns;
  others.insert(others.end(), times.begin(), times.end());
  std::ranges::move(axis_columns(run, others), std::back_inserter(columns));
  std::ranges::move(times, std::back_inserter(columns));
  std::string text;
  const auto add_row = [&](auto&& cell_of) {
    for (std::size_t i = 0; i < columns.size(); ++i)
      text += (i == 0 ? "" : ",") + csv_cell(cell_of(columns[i]));
    text += '\n';
  };
  add_row([](const column& each) { return each.name; });
  for (const auto& one : run.cases) add_row([&](const column& each) { return each.cell(one); });
  return text;
}

const bool has_csv = register_export({.id = "csv", .of_run = csv});

}  // namespace
}  // namespace retime::exports
