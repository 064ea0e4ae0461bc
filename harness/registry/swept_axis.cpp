#include "harness/registry/swept_axis.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "harness/registry/printed_form.h"
#include "kernels/support/bad_input.h"

namespace retime {
namespace {

constexpr std::size_t most_points = 100'000;  // more do not end, and may not fit into memory

const axis_setting* find_setting(const sweep_request& request, const std::string& name) {
  const auto setting = std::ranges::find(request.axes, name, &axis_setting::name);
  return setting == request.axes.end() ? nullptr : &*setting;
}

std::vector<swept_value> accepted(const std::vector<axis_value>& values) {
  std::vector<swept_value> all;
  for (const auto& value : values) all.push_back({value});
  return all;
}

/// The values after --axis, each as `refusal` judges it.
template <class Refusal>
std::vector<swept_value> set_values(const axis_setting& setting, const axis_value& like,
                                    Refusal refusal) {
  std::vector<swept_value> values;
  try {
    for (auto& value : parse_axis_values(setting, like)) {
      auto why = refusal(value);
      values.push_back({std::move(value), std::move(why)});
    }
  } catch (const bad_input& error) {
    return {{setting.values, error.what()}};
  }
  return values;
}

std::string must_be(const std::string& setting, const axis_value& value, const std::string& right) {
  return right.empty() ? "" : fmt::format("{}: '{}' must be {}", setting, to_text(value), right);
}

std::string setting_text(const axis_setting& setting) {
  return fmt::format("--axis {}={}", setting.name, setting.values);
}

const std::vector<axis_value>& profile_values(const workload_axis& axis,
                                              const std::string& profile) {
  if (profile == "smoke") return axis.smoke;
  if (profile == "paper") return axis.paper;
  return axis.quick;
}

/// A number that is not listed may make sense, which variant::invalid tells; one of another sign,
/// or beyond what a kernel's int holds, cannot.
std::string right_number(const tuning_axis& axis, std::int64_t value) {
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  std::int64_t least = 1;
  for (const auto& listed : axis.values) {
    if (const auto* number = std::get_if<std::int64_t>(&listed)) least = std::min(least, *number);
  }
  if (least <= value && value <= most) return "";
  return fmt::format("a whole number from {} to {}", least, most);
}

/// Another word than those that are listed cannot make sense.
std::string right_value(const tuning_axis& axis, const axis_value& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return right_number(axis, *number);
  if (!std::holds_alternative<std::string>(value) || std::ranges::count(axis.values, value))
    return "";
  std::vector<std::string> words;
  for (const auto& listed : axis.values) words.push_back(to_text(listed));
  return fmt::format("one of {}", fmt::join(words, ", "));
}

}  // namespace

swept_axis swept(const workload_axis& axis, const sweep_request& request) {
  const auto right = [&](const axis_value& value) {
    return axis.check ? axis.check(value) : std::string{};
  };
  if (const auto* setting = find_setting(request, axis.name)) {
    return {axis.name, set_values(*setting, axis.default_value, [&](const axis_value& value) {
              return must_be(setting_text(*setting), value, right(value));
            })};
  }
  if (axis.name == "seed" && request.seed) {
    const axis_value seed = *request.seed;
    return {axis.name,
            {{seed, must_be(fmt::format("--seed {}", *request.seed), seed, right(seed))}}};
  }
  const auto& values = profile_values(axis, request.profile);
  return {axis.name, accepted(values.empty() ? std::vector{axis.default_value} : values)};
}

swept_axis swept(const variant& member, const tuning_axis& axis, const sweep_request& request) {
  const auto* setting = find_setting(request, axis.name);
  if (setting ? setting->values == "all" : request.tune_all)
    return {axis.name, accepted(axis.values)};
  if (!setting) {
    return {axis.name,
            accepted({request.as_printed ? usual_value(member, axis) : axis.default_value})};
  }
  return {axis.name, set_values(*setting, axis.default_value, [&](const axis_value& value) {
            return must_be(setting_text(*setting), value, right_value(axis, value));
          })};
}

std::vector<swept_point> cross(const std::vector<swept_axis>& axes) {
  std::vector<swept_point> points(1);
  for (const auto& axis : axes) {
    std::size_t count = axis.values.size();
    if (points.size() * count > most_points) {
      points.resize(1);
      points.front().refusal =
          fmt::format("--axis {}: the axes span more than {} points; give fewer values", axis.name,
                      most_points);
      count = 1;
    }
    std::vector<swept_point> wider;
    wider.reserve(points.size() * count);
    for (const auto& begun : points) {
      for (std::size_t i = 0; i < count; ++i) {
        wider.push_back(begun);
        wider.back().values.set(axis.name, axis.values[i].value);
        if (begun.refusal.empty()) wider.back().refusal = axis.values[i].refusal;
      }
    }
    points = std::move(wider);
  }
  return points;
}

}  // namespace retime
