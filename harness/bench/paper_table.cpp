#include "harness/bench/paper_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/files/json_values.h"
#include "harness/text/duration_text.h"
#include "harness/text/three_digits.h"

namespace retime::bench {
namespace {

using nlohmann::json;

std::string number_text(quantity kind, double value) {
  switch (kind) {
    case quantity::time:
    case quantity::coefficient:
      return duration_text(value * 1e9);
    case quantity::rate:
      return fmt::format("{:.3g} /s", value);
    case quantity::time_ratio:
    case quantity::rate_ratio:
      return three_digits(value) + " x";
  }
  return "";
}

text_cell measured_cell(quantity kind, const std::optional<measured_number>& found) {
  if (!found) return {"-", tone::faint};
  const std::string text = (found->sampled ? "~" : "") + number_text(kind, found->value);
  return found->noisy ? text_cell(text + "!", tone::doubtful) : text_cell(text);
}

text_cell ratio_cell(const std::optional<measured_number>& found, double published) {
  if (!found) return "";
  const double ratio = found->value / published;
  return ratio < 0.1 ? "1/" + three_digits(1 / ratio) : three_digits(ratio);
}

json measured_json(const std::optional<measured_number>& found, double published) {
  if (!found) return nullptr;
  return {{"value", found->value},
          {"over_published", found->value / published},
          {"size", found->size > 0 ? json(found->size) : json()},
          {"noisy", found->noisy},
          {"sampled", found->sampled}};
}

bool is_any(const std::vector<paper_row>& rows, bool measured_number::*mark) {
  return std::ranges::any_of(rows, [&](const paper_row& row) {
    return (row.as_printed && *row.as_printed.*mark) || (row.tuned && *row.tuned.*mark);
  });
}

/// Of each table that speaks of a range of sizes, whose numbers do not tell at which they were
/// measured.
std::vector<std::pair<std::string, double>> largest_sizes(const std::vector<paper_row>& rows) {
  std::vector<std::pair<std::string, double>> sizes;
  for (const auto& row : rows) {
    if (!row.table->at_least && !row.table->at_most) continue;
    const double size =
        std::max(row.as_printed ? row.as_printed->size : 0, row.tuned ? row.tuned->size : 0);
    if (size <= 0) continue;
    if (sizes.empty() || sizes.back().first != row.table->where)
      sizes.emplace_back(row.table->where, 0);
    sizes.back().second = std::max(sizes.back().second, size);
  }
  return sizes;
}

}  // namespace

std::vector<paper_row> paper_rows(const std::vector<published_table>& tables,
                                  const std::string& family,
                                  const std::vector<recorded_run>& runs) {
  std::vector<paper_row> rows;
  for (const auto& table : tables) {
    if (table.family != family) continue;
    for (const auto& number : table.numbers) {
      paper_row row{.table = &table, .number = &number};
      row.as_printed = measured(table, number, runs, form::as_printed);
      row.tuned = measured(table, number, runs, form::tuned);
      if (row.as_printed && row.tuned && row.as_printed->value == row.tuned->value)
        row.tuned.reset();
      rows.push_back(row);
    }
  }
  return rows;
}

text_table paper_table(const std::vector<paper_row>& rows) {
  using side = text_column::side;
  text_table shown({{"", side::left},
                    {"paper", side::right},
                    {"as printed", side::right},
                    {"/ paper", side::right},
                    {"tuned", side::right},
                    {"/ paper", side::right}});
  const published_table* current = nullptr;
  for (const auto& row : rows) {
    if (row.table != current)
      shown.add_heading(fmt::format("{}: {}", row.table->where, row.table->text));
    current = row.table;
    const auto kind = row.table->kind;
    const double published = row.number->value;
    shown.add_row({{row.number->what},
                   {number_text(kind, published)},
                   measured_cell(kind, row.as_printed),
                   ratio_cell(row.as_printed, published),
                   row.tuned ? measured_cell(kind, row.tuned) : text_cell(""),
                   ratio_cell(row.tuned, published)});
  }
  return shown;
}

std::string legend_of(const std::vector<paper_row>& rows) {
  std::string text;
  for (const auto& [where, size] : largest_sizes(rows))
    text += fmt::format("{}: measured up to size {:.10g}\n", where, size);
  if (is_any(rows, &measured_number::sampled)) text += "~ of a sample of the work, scaled to all\n";
  if (is_any(rows, &measured_number::noisy))
    text += "! rests on a time that missed its precision\n";
  return text;
}

json paper_json(const std::vector<paper_row>& rows) {
  json list = json::array();
  for (const auto& row : rows) {
    const double published = row.number->value;
    list.push_back({{"family", row.table->family},
                    {"paper", row.table->paper},
                    {"where", row.table->where},
                    {"text", row.table->text},
                    {"what", row.number->what},
                    {"variant", row.number->variant},
                    {"over", row.number->over.empty() ? json() : json(row.number->over)},
                    {"axes", to_json(row.number->axes)},
                    {"published", published},
                    {"as_printed", measured_json(row.as_printed, published)},
                    {"tuned", measured_json(row.tuned, published)}});
  }
  return list;
}

}  // namespace retime::bench
