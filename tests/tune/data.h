// Recorded spaces to test with, and recordings made up here.
#pragma once

#include <filesystem>
#include <functional>

#include "harness/tune/trial.h"

namespace retime::tune {

inline std::filesystem::path data(const std::string& file) {
  return std::filesystem::path(RETIME_SOURCE_DIR) / "tests/tune/data" / file;
}

/// A recording of `on` whose objective is value(c); NaN is a failure.
inline recording recorded(space on, const std::function<double(configuration)>& value) {
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
