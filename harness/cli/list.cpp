#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "harness/cli/commands.h"
#include "harness/support/filter.h"
#include "kernels/support/bad_input.h"
#include "variants/form.h"

namespace retime {
namespace {

using nlohmann::json;

json values_json(const std::vector<axis_value>& values) {
  json list = json::array();
  for (const auto& value : values)
    std::visit([&](const auto& held) { list.push_back(held); }, value);
  return list;
}

json workload_json(const workload_axis& axis) {
  return {{"name", axis.name},
          {"kind", "workload"},
          {"help", axis.help},
          {"default", values_json({axis.fallback})[0]},
          {"smoke", values_json(axis.smoke)},
          {"quick", values_json(axis.quick)},
          {"paper", values_json(axis.paper)}};
}

json tuning_json(const tuning_axis& axis) {
  return {{"name", axis.name},
          {"kind", "tuning"},
          {"default", values_json({axis.fallback})[0]},
          {"values", values_json(axis.values)}};
}

json variant_json(const variant& of) {
  json axes = json::array();
  for (const auto& axis : family_of(of).axes) axes.push_back(workload_json(axis));
  for (const auto& axis : of.axes) axes.push_back(tuning_json(axis));
  return {{"family", of.family},
          {"variant", of.id},
          {"processor", of.runs_on == processor::gpu ? "gpu" : "cpu"},
          {"paper", of.paper.paper},
          {"label", of.paper.label},
          {"base", of.base},
          {"size_axis", family_of(of).size_axis},
          {"axes", axes}};
}

/// K of whole numbers LO, LO + K, ..., if they are four or more.
std::optional<std::int64_t> step_of(const std::vector<axis_value>& values) {
  std::vector<std::int64_t> numbers;
  for (const auto& value : values) {
    if (const auto* number = std::get_if<std::int64_t>(&value)) numbers.push_back(*number);
  }
  if (numbers.size() < 4 || numbers.size() != values.size()) return std::nullopt;
  const auto step = numbers[1] - numbers[0];
  for (std::size_t i = 1; i < numbers.size(); ++i) {
    if (numbers[i] - numbers[i - 1] != step) return std::nullopt;
  }
  return step;
}

/// As --axis takes them.
std::string values_text(const std::vector<axis_value>& values) {
  if (const auto step = step_of(values))
    return fmt::format("{}..{}:+{}", to_text(values.front()), to_text(values.back()), *step);
  std::string text;
  for (const auto& value : values) text += (text.empty() ? "" : ",") + to_text(value);
  return text;
}

/// What a run takes unless told otherwise, and of which values.
std::string tuning_text(const variant& of) {
  std::string text;
  for (const auto& axis : of.axes) {
    text +=
        fmt::format("  {}={} of {}", axis.name, to_text(axis.fallback), values_text(axis.values));
  }
  return text;
}

std::string default_text(const workload_axis& axis) {
  const std::string fallback = to_text(axis.fallback);
  std::string text = fallback.empty() ? "none" : fallback;
  if (!axis.quick.empty() && axis.quick != std::vector{axis.fallback})
    text += "; quick " + values_text(axis.quick);
  return text;
}

void print_table(const std::vector<const variant*>& chosen) {
  const family* shown = nullptr;
  for (const auto* of : chosen) {
    if (&family_of(*of) != shown) {
      shown = &family_of(*of);
      fmt::print("{}: {}\n", shown->id, shown->title);
      for (const auto& axis : shown->axes) {
        fmt::print("    {:<14} {} (default {})\n", axis.name, axis.help, default_text(axis));
      }
    }
    fmt::print(
        "  {:<34} {} {}{}\n", of->family + "/" + of->id,
        of->runs_on == processor::gpu ? "gpu" : "cpu",
        of->paper.paper.empty() ? "ours" : fmt::format("{}, {}", of->paper.paper, of->paper.label),
        tuning_text(*of));
  }
}

void list(const std::string& filter, bool as_json) {
  const std::regex wanted = filter_expression(filter);
  std::vector<const variant*> chosen;
  for (const auto& one : variants()) {
    if (std::regex_search(one.family + "/" + one.id, wanted)) chosen.push_back(&one);
  }
  if (chosen.empty()) throw bad_input(fmt::format("--filter '{}': no variant matches", filter));
  if (!as_json) return print_table(chosen);
  json all = json::array();
  for (const auto* of : chosen) all.push_back(variant_json(*of));
  fmt::print("{}\n", all.dump(2));
}

}  // namespace

void add_list(CLI::App& app) {
  struct flags {
    std::string filter;
    bool as_json = false;
  };
  auto* command = app.add_subcommand("list", "List families, variants and their axes");
  auto given = std::make_shared<flags>();
  command->add_option("--filter", given->filter, "Regular expression, searched in family/variant")
      ->type_name("RE");
  command->add_flag("--json", given->as_json, "As JSON");
  command->callback([given] { list(given->filter, given->as_json); });
}

}  // namespace retime
