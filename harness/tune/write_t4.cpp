#include "harness/files/json_output.h"
#include "harness/tune/t4.h"

namespace retime::tune {
namespace {

ordered_json result_of(const ordered_json& where, const trial& found, const std::string& objective,
                       const std::string& unit) {
  auto measurements = ordered_json::array();
  if (found.valid())
    measurements.push_back({{"name", objective}, {"value", found.objective}, {"unit", unit}});
  ordered_json result{{"configuration", where},
                      {"times",
                       {{"compilation_time", found.compilation_ms},
                        {"runtimes", found.runtimes_ms},
                        {"framework", found.framework_ms},
                        {"search_algorithm", found.search_ms},
                        {"validation", found.validation_ms}}},
                      {"invalidity", to_text(found.result)},
                      {"correctness", found.valid() ? 1 : 0},
                      {"measurements", std::move(measurements)},
                      {"objectives", {objective}}};
  if (!found.timestamp.empty()) result["timestamp"] = found.timestamp;
  return result;
}

}  // namespace

ordered_json configuration_json(const tuning_space& where, configuration which) {
  auto result = ordered_json::object();
  for (std::size_t axis = 0; axis < where.dimensions(); ++axis)
    result[where.parameters()[axis].name] = ordered_json(retime::to_json(where.value(which, axis)));
  return result;
}

ordered_json to_t4(const std::vector<std::pair<ordered_json, trial>>& trials,
                   const std::string& objective, const std::string& unit, direction towards) {
  auto results = ordered_json::array();
  for (const auto& [where, found] : trials)
    results.push_back(result_of(where, found, objective, unit));
  return {{"schema_version", "1.0.0"},
          {"metadata",
           {{"timeunit", "milliseconds"},
            {"objective_direction", towards == direction::maximise ? "maximize" : "minimize"}}},
          {"results", std::move(results)}};
}

}  // namespace retime::tune
