// Recorded spaces to test with, and recordings made up here.
#pragma once

#include <filesystem>
#include <functional>

#include "harness/tune/trial.h"

namespace retime::tune {

inline std::filesystem::path data(const std::string& file) {
  return std::filesystem::path(RETIME_SOURCE_DIR) / "tests/tune/data" / file;
}

using row = std::vector<axis_value>;

inline std::int64_t whole(const axis_value& value) { return std::get<std::int64_t>(value); }

/// The values 0 to count - 1.
inline parameter numbers(const std::string& name, std::int64_t count) {
  parameter made{name, {}};
  for (std::int64_t k = 0; k < count; ++k) made.values.emplace_back(k);
  return made;
}

/// The points of a grid, of which those that `keep` refuses are left out.
inline tuning_space grid(
    std::vector<parameter> parameters,
    const std::function<bool(const row&)>& keep = [](const row&) { return true; }) {
  std::vector<code> codes, all;
  row values;
  const std::function<void(std::size_t)> descend = [&](std::size_t axis) {
    if (axis == parameters.size()) {
      if (keep(values)) all.insert(all.end(), codes.begin(), codes.end());
      return;
    }
    for (std::size_t k = 0; k < parameters[axis].values.size(); ++k) {
      codes.push_back(static_cast<code>(k));
      values.push_back(parameters[axis].values[k]);
      descend(axis + 1);
      codes.pop_back();
      values.pop_back();
    }
  };
  descend(0);
  return {std::move(parameters), std::move(all)};
}

/// NaN if nothing is valid.
inline double optimum(const recording& of) {
  double best = no_value;
  for (const auto& each : of.trials) {
    if (each.valid() && (std::isnan(best) || is_better(each.objective, best, of.towards)))
      best = each.objective;
  }
  return best;
}

/// A recording of `on` whose objective is value(c); NaN is a failure.
inline recording recorded(tuning_space on, const std::function<double(configuration)>& value) {
  recording result{
      .name = "made up", .objective = "time", .unit = "ms", .space = std::move(on), .trials = {}};
  for (configuration c = 0; c < result.space.size(); ++c) {
    trial one;
    one.objective = value(c);
    if (std::isnan(one.objective)) one.result = outcome::runtime;
    if (one.valid()) one.runtimes_ms = {one.objective};
    result.trials.push_back(one);
  }
  return result;
}

}  // namespace retime::tune
