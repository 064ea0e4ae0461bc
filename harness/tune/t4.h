// The T4 format, in which recorded spaces are read and searches are written. What other tuners
// record is turned into it by examples/tuner_bench/to_t4.py.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "harness/tune/trial.h"

namespace retime::tune {

using nlohmann::json;
using nlohmann::ordered_json;

/// The text of a file, unpacked if it is gzipped. Refuses more than 64 MiB, a truncated archive, a
/// folder.
std::string read_text(const std::filesystem::path& file);

raw_recording read_t4(const ordered_json& document, const std::string& objective);

/// Reads a T4 file, gzipped or not. An empty objective means the file's own; without a direction
/// it is that which the file says, else that of the objective's unit. Throws bad_input with one
/// line that names the file.
recording read_recording(const std::filesystem::path& file, const std::string& objective = "",
                         std::optional<direction> towards = std::nullopt);

/// {"block": 256, "tile": 2}, in the order of the parameters.
ordered_json configuration_json(const tuning_space& where, configuration index);

/// The T4 document of trials, each beside its configuration; unit and direction are the
/// objective's.
ordered_json to_t4(const std::vector<std::pair<ordered_json, trial>>& trials,
                   const std::string& objective, const std::string& unit, direction towards);

}  // namespace retime::tune
