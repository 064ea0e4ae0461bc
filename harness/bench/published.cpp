#include "harness/bench/published.h"

#include <algorithm>

#include "harness/files/json_fields.h"
#include "harness/files/json_values.h"
#include "harness/text/enum_text.h"
#include "kernels/support/bad_input.h"

namespace retime::bench {
namespace {

using namespace fields;

constexpr enum_text<quantity> quantities[] = {
    {quantity::time, "time"},
    {quantity::rate, "rate"},
    {quantity::coefficient, "coefficient"},
    {quantity::time_ratio, "time_ratio"},
    {quantity::rate_ratio, "rate_ratio"},
};

quantity kind_of(const json& table) {
  const auto word = at<std::string>(table, "/quantity");
  if (const auto known = value_in(quantities, word)) return *known;
  throw bad_input(
      fmt::format("/quantity is {}, not one of {}", shown(json(word)), texts_of(quantities)));
}

published_number number_of(const json& described) {
  published_number number{.what = at<std::string>(described, "/what"),
                          .variant = at<std::string>(described, "/variant"),
                          .over = or_none<std::string>(described, "/over"),
                          .axes = {},
                          .measure = {},
                          .value = at<double>(described, "/value")};
  for (const auto& [axis, value] : members(described, "/axes"))
    number.axes[axis] = axis_value_from(value, "/axes/" + axis);
  if (value_at(described, "/measure").is_null()) return number;
  number.measure.emplace();
  for (const auto& [axis, values] : members(described, "/measure"))
    number.measure->emplace(axis, as<std::string>(values, "/measure/" + axis));
  return number;
}

published_table table_of(const json& described) {
  published_table table{.family = at<std::string>(described, "/family"),
                        .paper = at<std::string>(described, "/paper"),
                        .where = at<std::string>(described, "/where"),
                        .text = at<std::string>(described, "/text"),
                        .kind = kind_of(described),
                        .power = find<double>(described, "/power").value_or(1),
                        .at_least = find<double>(described, "/at_least"),
                        .at_most = find<double>(described, "/at_most"),
                        .scaled = list<std::string>(described, "/scaled"),
                        .numbers = {}};
  for (const json& number : objects_at(described, "/numbers"))
    table.numbers.push_back(number_of(number));
  return table;
}

}  // namespace

std::vector<published_table> published_tables(const std::string& text) {
  std::vector<published_table> tables;
  if (text.empty()) return tables;
  const auto all = parse_json<json>(text);
  for (const json& table : objects_at(all, "/tables")) tables.push_back(table_of(table));
  return tables;
}

bool has_values(const recorded_case& one, const std::map<std::string, axis_value>& wanted) {
  return std::ranges::all_of(wanted, [&](const auto& axis) {
    const auto found = one.axes.find(axis.first);
    return found != one.axes.end() && to_text(found->second) == to_text(axis.second);
  });
}

std::optional<double> size_of(const recorded_case& one) {
  const auto size = one.axes.find(one.size_axis);
  if (size == one.axes.end()) return std::nullopt;
  if (const auto* whole = std::get_if<std::int64_t>(&size->second))
    return static_cast<double>(*whole);
  if (const auto* number = std::get_if<double>(&size->second)) return *number;
  return std::nullopt;
}

bool is_in(const published_table& table, const recorded_case& one) {
  if (one.family != table.family) return false;
  const auto size = size_of(one);
  if (table.at_least && !(size && *size >= *table.at_least)) return false;
  return !table.at_most || (size && *size <= *table.at_most);
}

}  // namespace retime::bench
