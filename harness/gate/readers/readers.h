// Other programs' formats, which read_timing_run tells apart. Faults are bad_input; with_json adds
// the file's name.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include "harness/files/json_input.h"
#include "harness/gate/timing_run.h"

namespace retime::gate {

using nlohmann::json;

/// Text, number or truth value as text, for showing and for comparing. Throws bad_input.
std::string plain_text(const json& value, const std::string& place);

/// Google Benchmark's JSON: each repetition is a sample of one process. Aggregates are left out.
timing_run read_google_benchmark(const std::filesystem::path& file, const json& root);

/// NVBench's JSON; its sample files hold float32 seconds, their paths are relative to the JSON
/// file.
timing_run read_nvbench(const std::filesystem::path& file, const json& root);

/// Median of samples and its standard error, both as if the samples were independent.
void take_samples(timed_case& into, std::vector<double> samples_ns);

}  // namespace retime::gate
