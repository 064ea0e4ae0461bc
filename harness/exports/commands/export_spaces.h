// `export` in the formats of which a file holds one tuning space.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/exports/short_names.h"

namespace retime::exports {

struct export_request {
  std::string run, format, out, filter;
  std::vector<std::string> axes;  ///< of t1, which describes what has not been run
  bool all = false;               ///< a file for each space, in the folder `out`
};

/// Throws bad_input where the flags do not go together, or nothing can be written there.
void check_flags(const export_request& given);

/// Both to --out or to standard output.
void write_export(const export_request& given, const std::string& text);
void write_export(const export_request& given, const nlohmann::ordered_json& document);

/// Of a run's spaces: T4, or a Kernel Tuner cache.
void export_recorded_spaces(const export_request& given);

/// T1: of the variants that the filter chooses, not of a run.
void export_described_spaces(const export_request& given);

}  // namespace retime::exports
