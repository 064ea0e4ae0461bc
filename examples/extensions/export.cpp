#include "harness/exports/formats.h"

const bool has_pairs = retime::exports::register_export(
    {.id = "pairs", .of_run = [](const retime::recorded_run& run, const std::string&) {
       std::string text;
       for (const auto& each : run.cases) {
         const auto* times = each.measured();  // of a case that is right, on a real processor
         text += each.key + '\t' + (times ? std::to_string(times->stats.median_ns) : "") + '\n';
       }
       return text;
     }});
