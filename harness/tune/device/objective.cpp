#include "harness/tune/device/objective.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string_view>

#include "harness/files/json_input.h"
#include "harness/record/record.h"
#include "harness/text/number_text.h"
#include "harness/tune/trial.h"
#include "kernels/support/bad_input.h"

namespace retime::tune {
namespace {

using nlohmann::json;

/// Null where the record does not have it, whatever stands in its stead.
const json& value_at(const json& record, const std::string& place) {
  return fields::value_at(record, "/" + place, [](const json&, std::string_view) {});
}

double number_at(const json& record, const std::string& place) {
  const json& value = value_at(record, place);
  return value.is_number() ? value.get<double>() : no_value;
}

double seconds_of(const json& record) { return 1e-9 * number_at(record, "statistics/median_ns"); }

/// A variant that does not count such work says 0.
double per_second(const json& record, const char* amount_at) {
  const double amount = number_at(record, amount_at);
  return amount > 0 ? amount / seconds_of(record) : no_value;
}

/// The mean over the states between samples.
double watts_of(const json& record) {
  double sum = 0, count = 0;
  for (const json& state : value_at(record, "measurement/states")) {
    const double watts = number_at(state, "power_w");
    if (std::isnan(watts)) continue;
    sum += watts;
    ++count;
  }
  return sum / count;  // NaN where none says it
}

/// By the counter of all energy where the record has it; power readings lag behind short looks.
double joules_of(const json& record) {
  const double counted = number_at(record, "measurement/energy/energy_j");
  return std::isnan(counted) ? watts_of(record) * seconds_of(record) : counted;
}

bool register_all(std::initializer_list<objective_form> objectives) {
  for (const auto& form : objectives) register_objective(form);
  return true;
}

double statistic_ms(const json& record, const char* statistic) {
  return 1e-6 * number_at(record, std::string("statistics/") + statistic);
}

const bool has_objectives = register_all(
    {{"time", "ms", [](const json& r) { return statistic_ms(r, "median_ns"); }, true},
     {"mean_time", "ms", [](const json& r) { return statistic_ms(r, "mean_ns"); }, true},
     {"worst_time", "ms", [](const json& r) { return statistic_ms(r, "max_ns"); }, true},
     {"items_per_s", "items/s", [](const json& r) { return per_second(r, "work/items"); }},
     {"bytes_per_s", "bytes/s", [](const json& r) { return per_second(r, "work/bytes"); }},
     {"flops_per_s", "flop/s", [](const json& r) { return per_second(r, "work/flops"); }},
     {"power_w", "W", watts_of},
     {"energy_j", "J", joules_of}});

/// Parts of a record that hold numbers other than what the case is and how it was searched for.
const std::vector<std::string>& parts() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    const json outline = record_outline();
    for (const auto& [name, part] : outline.items()) {
      if (part.is_object() && name != "axes" && name != "paper" && name != "tuning_history")
        all.push_back(name);
    }
    return all;
  }();
  return names;
}

bool is_place(std::string_view name) {
  return std::ranges::any_of(parts(), [&](const std::string& part) {
    return name.starts_with(part + "/") && name.size() > part.size() + 1;
  });
}

/// By the ending of its last name that has one: "phases_ns/prepare" is in ns.
std::string unit_of_place(std::string_view place) {
  static constexpr std::pair<std::string_view, const char*> units[] = {{"bytes_per_s", "bytes/s"},
                                                                       {"_per_s", "1/s"},
                                                                       {"_ns", "ns"},
                                                                       {"_s", "s"},
                                                                       {"bytes", "bytes"}};
  for (;;) {
    for (const auto& [ending, unit] : units) {
      if (place.ends_with(ending)) return unit;
    }
    const auto slash = place.rfind('/');
    if (slash == std::string_view::npos) return "";
    place = place.substr(0, slash);
  }
}

/// Numbers without a unit of which more is better.
constexpr std::string_view maximised_places[] = {"launch/blocks_per_multiprocessor",
                                                 "launch/occupancy", "roofline/fraction"};

[[noreturn]] void refuse(const std::string& name) {
  throw bad_input(fmt::format(
      "--objective '{}': none of {}, nor a number of a record, as launch/registers, with "
      "one of {} before the slash",
      shown_name(name), forms<objective_form>::ids(), fmt::join(parts(), ", ")));
}

direction usual_direction(const std::string& name, const std::string& unit) {
  if (std::ranges::find(maximised_places, name) != std::end(maximised_places))
    return direction::maximise;
  return direction_of(name.substr(name.rfind('/') + 1), unit);
}

}  // namespace

double objective::value_of(const json& record) const {
  const auto* form = forms<objective_form>::find(name);
  return form ? form->value_of(record) : number_at(record, name);
}

std::string objective::text(double value) const {
  if (is_least_time) return duration_text(1e6 * value);
  return fmt::format("{} {:.6g}{}{}", name, value, unit.empty() ? "" : " ", unit);
}

objective objective_named(const std::string& text, std::optional<direction> towards) {
  const std::string name = text.empty() ? "time" : text;
  const auto* form = forms<objective_form>::find(name);
  if (!form && !is_place(name)) refuse(name);
  const std::string unit = form ? form->unit : unit_of_place(name);
  const direction best = towards.value_or(usual_direction(name, unit));
  return {.name = name,
          .unit = unit,
          .towards = best,
          .is_least_time = form && form->is_time && best == direction::minimise};
}

}  // namespace retime::tune
