// Files that describe a space or hold its results: T1, T4, the Kernel Tuner cache and KTT's output.
// Each may be gzipped. Every reader throws bad_input with one line that names the file.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "harness/tune/budget.h"
#include "harness/tune/trial.h"

namespace retime::tune {

using json = nlohmann::json;
using ordered_json = nlohmann::ordered_json;

/// The text of a file, unpacked if it is gzipped. Refuses more than 1 GiB, a truncated archive, a
/// folder.
std::string read_text(const std::filesystem::path& file);

/// A T1 document's space: TuningParameters under the Conditions. Unknown keys are tolerated.
space read_t1(const ordered_json& document);
std::optional<budget> read_budget(const ordered_json& t1_document);
space read_t1_file(const std::filesystem::path& file);
/// Its Budget; nothing if it has none. Throws bad_input for one that is contradictory.
std::optional<budget> read_t1_budget(const std::filesystem::path& file);

raw_recording read_t4(const ordered_json& document, const std::string& objective);
raw_recording read_cache(const ordered_json& document, const std::string& objective);
raw_recording read_ktt(const ordered_json& document);

/// Reads any of the three result formats, told apart by their keys. An empty objective means the
/// file's own.
recording read_recording(const std::filesystem::path& file, const std::string& objective = "",
                         const space* definition = nullptr);

/// The T4 document of trials on a space; `unit` is that of the objective.
ordered_json to_t4(const space& where, const std::vector<std::pair<configuration, trial>>& trials,
                   const std::string& objective, const std::string& unit);

// Helpers that the readers share.
/// A number, a word or a bool (as 0 or 1); throws bad_input that names the place it stands at.
axis_value scalar_from(const ordered_json& value, const std::string& place);
/// Milliseconds in one unit of this name ("s", "milliseconds", "us", ...; "miliseconds" too).
/// Throws bad_input.
double milliseconds_per(const std::string& unit);

}  // namespace retime::tune
