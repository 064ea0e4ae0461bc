#include "harness/files/json_output.h"
#include "harness/tune/t4.h"

namespace retime::tune {
namespace {

ordered_json result_of(const ordered_json& where, const trial& tried, const std::string& objective,
                       const std::string& unit) {
  auto measurements = ordered_json::array();
  if (tried.valid())
    measurements.push_back({{"name", objective}, {"value", tried.objective}, {"unit", unit}});
  ordered_json result{{"configuration", where},
                      {"times",
                       {{"compilation_time", tried.compilation_ms},
                        {"runtimes", tried.runtimes_ms},
                        {"framework", tried.framework_ms},
                        {"search_algorithm", tried.search_ms},
                        {"validation", tried.validation_ms}}},
                      {"invalidity", to_text(tried.result)},
                      {"correctness", tried.valid() ? 1 : 0},
                      {"measurements", std::move(measurements)},
                      {"objectives", {objective}}};
  if (!tried.timestamp.empty()) result["timestamp"] = tried.timestamp;
  return result;
}

}  // namespace

ordered_json configuration_json(const tuning_space& where, configuration index) {
  auto result = ordered_json::object();
  for (std::size_t axis = 0; axis < where.dimensions(); ++axis)
    result[where.parameters()[axis].name] = ordered_json(retime::to_json(where.value(index, axis)));
  return result;
}

ordered_json to_t4(const std::vector<std::pair<ordered_json, trial>>& trials,
                   const std::string& objective, const std::string& unit, direction towards) {
  auto results = ordered_json::array();
  for (const auto& [where, tried] : trials)
    results.push_back(result_of(where, tried, objective, unit));
  return {{"schema_version", "1.0.0"},
          {"metadata",
           {{"timeunit", "milliseconds"},
            {"objective_direction", towards == direction::maximise ? "maximize" : "minimize"}}},
          {"results", std::move(results)}};
}

}  // namespace retime::tune
