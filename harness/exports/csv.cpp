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
  return [cell](const recorded_case& record) {
    const auto* times = record.measured();
    return times ? cell(record, *times) : std::string();
  };
}

std::string cell_number(double value) { return fmt::format("{}", value); }

/// Bytes in a ns are GB in a s.
double gb_per_s(const recorded_case& record, const recorded_times& times) {
  return record.work.bytes / times.stats.median_ns;
}

std::string why_untimed(const recorded_case& record) {
  return record.outcome == status::correct && !record.measured() ? outcome_and_reason(record)
                                                                 : record.reason;
}

std::vector<column> leading_columns() {
  using one_case = const recorded_case&;
  return {{"key", [](one_case record) { return record.key; }},
          {"family", [](one_case record) { return record.family; }},
          {"variant", [](one_case record) { return record.variant; }},
          {"label", [](one_case record) { return record.label; }},
          {"form", [](one_case record) { return record.form(); }},
          {"processor",
           [](one_case record) {
             return std::string(record.runs_on == processor::gpu ? "gpu" : "cpu");
           }},
          {"tuning_role", [](one_case record) { return record.tuning_role; }},
          {"status", [](one_case record) { return to_text(record.outcome); }},
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
      {"gb_per_s", timed([](one_case record, its_times t) {
         return record.work.bytes > 0 ? cell_number(gb_per_s(record, t)) : "";
       })},
      {"ceiling_fraction", timed([](one_case record, its_times t) {
         return record.work.bytes > 0 && record.ceiling_bytes_per_s.value_or(0) > 0
                    ? cell_number(1e9 * gb_per_s(record, t) / *record.ceiling_bytes_per_s)
                    : "";
       })},
      {"base", [](one_case record) { return record.base; }},
      {"speedup_over_base", [&over_base](one_case record) {
         const auto factor = over_base.of(record);
         return factor ? cell_number(*factor) : std::string();
       }}};
}

/// In alphabetical order. An axis may have the name of another column.
std::vector<column> axis_columns(const recorded_run& run, const std::vector<column>& others) {
  std::set<std::string> axes;
  for (const auto& record : run.cases) {
    for (const auto& [axis, value] : record.axes) axes.insert(axis);
  }
  std::vector<column> columns;
  for (const auto& axis : axes) {
    const bool is_taken = std::ranges::find(others, axis, &column::name) != others.end();
    columns.push_back({(is_taken ? "axis_" : "") + axis, [axis](const recorded_case& record) {
                         const auto value = record.axes.find(axis);
                         return value == record.axes.end() ? "" : to_text(value->second);
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
  for (const auto& record : run.cases)
    add_row([&](const column& each) { return each.cell(record); });
  return text;
}

const bool has_csv = register_export({.id = "csv", .of_run = csv});

}  // namespace
}  // namespace retime::exports
