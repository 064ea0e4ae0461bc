#include "harness/tune/device/objective.h"

const bool has_spread = retime::tune::register_objective(
    {.id = "spread", .unit = "ms", .value_of = [](const nlohmann::json& record) {
       const auto& times = record.at("statistics");
       return 1e-6 * (times.at("max_ns").get<double>() - times.at("min_ns").get<double>());
     }});
