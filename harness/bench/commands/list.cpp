#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "harness/files/json_output.h"
#include "harness/flags/command.h"
#include "harness/flags/common_flags.h"
#include "harness/flags/help.h"
#include "harness/registry/printed_form.h"
#include "harness/text/filter.h"
#include "harness/text/output.h"
#include "harness/text/text_table.h"
#include "kernels/support/bad_input.h"
#include "variants/registry.h"

namespace retime::bench {
namespace {

using nlohmann::json;
constexpr auto flush_left = text_column::side::left;

json values_json(const std::vector<axis_value>& values) {
  json list = json::array();
  for (const auto& value : values) list.push_back(to_json(value));
  return list;
}

json workload_json(const workload_axis& axis) {
  return {{"name", axis.name},
          {"kind", "workload"},
          {"help", axis.help},
          {"default", to_json(axis.default_value)},
          {"smoke", values_json(axis.smoke)},
          {"quick", values_json(axis.quick)},
          {"paper", values_json(axis.paper)}};
}

/// `usual`: what `run` takes; `default`: what `run --tuned` takes that has no table.
json tuning_json(const variant& member, const tuning_axis& axis) {
  return {{"name", axis.name},
          {"kind", "tuning"},
          {"usual", to_json(usual_value(member, axis))},
          {"default", to_json(axis.default_value)},
          {"values", values_json(axis.values)}};
}

json variant_json(const variant& member) {
  json axes = json::array();
  for (const auto& axis : family_of(member).axes) axes.push_back(workload_json(axis));
  for (const auto& axis : member.axes) axes.push_back(tuning_json(member, axis));
  return {{"family", member.family},
          {"variant", member.id},
          {"processor", member.runs_on == processor::gpu ? "gpu" : "cpu"},
          {"paper", member.paper.paper},
          {"label", member.paper.label},
          {"base", member.base},
          {"printed", to_json(member.printed)},
          {"size_axis", family_of(member).size_axis},
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

/// What a run takes unless told otherwise, what it takes tuned where that differs, and of which
/// values.
std::string tuning_text(const variant& member) {
  std::string text;
  for (const auto& axis : member.axes) {
    const axis_value& usual = usual_value(member, axis);
    text += fmt::format("{}{}={}", text.empty() ? "" : "  ", axis.name, to_text(usual));
    if (usual != axis.default_value)
      text += fmt::format(" (--tuned {})", to_text(axis.default_value));
    text += " of " + values_text(axis.values);
  }
  return text;
}

std::string default_text(const workload_axis& axis) {
  std::string text = to_text(axis.default_value);
  if (text.empty()) text = "none";
  if (!axis.quick.empty() && axis.quick != std::vector{axis.default_value})
    text += "; quick " + values_text(axis.quick);
  return text;
}

text_table axes_table(const family& shown) {
  text_table table({{"  workload axis"}, {"what it says", flush_left, text_column::fit::broken}});
  for (const auto& axis : shown.axes)
    table.add_row(
        {"  " + axis.name, fmt::format("{} (default {})", axis.help, default_text(axis))});
  return table;
}

text_table variants_table(const std::vector<const variant*>& chosen) {
  text_table table(
      {{"  variant"}, {"on"}, {"paper"}, {"tuning axes", flush_left, text_column::fit::below}});
  for (const auto* member : chosen)
    table.add_row({{"  " + member->family + "/" + member->id, tone::strong},
                   member->runs_on == processor::gpu ? "gpu" : "cpu",
                   member->paper.paper.empty() ? "ours" : member->paper.label,
                   tuning_text(*member)});
  return table;
}

void print_table(const std::vector<const variant*>& chosen) {
  const auto style = result_style();
  std::vector<const variant*> of_one;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    of_one.push_back(chosen[i]);
    const bool is_last = i + 1 == chosen.size() || chosen[i + 1]->family != chosen[i]->family;
    if (!is_last) continue;
    const family& shown = family_of(*chosen[i]);
    for (const auto& line : wrapped_lines(shown.id + ": " + shown.title, style.width))
      write_result(shaded(line, tone::strong, style.colours) + "\n");
    write_result(axes_table(shown).for_terminal(style));
    write_result(variants_table(of_one).for_terminal(style) + "\n");
    of_one.clear();
  }
}

void list_variants(const std::string& filter, bool as_json) {
  const key_filter expression(filter);
  std::vector<const variant*> chosen;
  for (const auto& member : variants()) {
    const std::string name = member.family + "/" + member.id;
    // With the slash too: a case's key has one there, and a filter of cases may ask for it.
    if (expression.matches(name) || expression.matches(name + "/")) chosen.push_back(&member);
  }
  if (chosen.empty()) throw bad_input(fmt::format("--filter '{}': no variant matches", filter));
  if (!as_json) return print_table(chosen);
  json all = json::array();
  for (const auto* member : chosen) all.push_back(variant_json(*member));
  write_result(all.dump(2) + "\n");
}

void add_list(CLI::App& command) {
  struct list_flags {
    std::string filter;
    bool as_json = false;
  };
  auto flags = std::make_shared<list_flags>();
  begin_group(command, "Cases");
  add_filter(command, flags->filter, "Regular expression, searched in family/variant");
  begin_group(command, "Output");
  command.add_flag("--json", flags->as_json, "As JSON");
  add_example(command, "--json");
  command.callback([flags] { list_variants(flags->filter, flags->as_json); });
}

const bool has_list = register_command({.id = "list",
                                        .help = "List families, variants and their axes",
                                        .chapter = "Measure",
                                        .place = 10,
                                        .add = add_list});

}  // namespace
}  // namespace retime::bench
