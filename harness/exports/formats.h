// The formats of `export --to`. A file adds one by register_export().
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/exports/tuning_spaces.h"
#include "harness/record/recorded_run.h"
#include "harness/spaces/tuning_problem.h"
#include "harness/text/forms.h"

namespace retime::exports {

using json = nlohmann::ordered_json;

/// What an export writes: one text, and what lies beside it.
struct exported {
  exported(std::string text_) : text(std::move(text_)) {}
  exported(const json& document) : text(document.dump(1) + "\n") {}

  struct side_file {
    std::string name;  ///< relative to the folder of --out
    std::string bytes;
  };
  std::string text;
  std::vector<side_file> beside{};
};

/// It has one of the three functions. None writes NaN, aggregates or times of the emulation.
struct export_form {
  std::string id;  ///< of --to
  /// The format has no words for a case without a measured time: stderr says how many are left out.
  bool leaves_out_untimed = false;
  /// Writes cases; `file_name`: that of --out without its folder, empty for standard output.
  std::function<exported(const recorded_run& run, const std::string& file_name)> of_run{};
  /// Writes one tuning space of a run.
  std::function<json(const recorded_header& header, const recorded_space& space)> of_space{};
  /// Writes the tuning space of a variant, which need not have run.
  std::function<json(const tuning_problem& problem, const std::string& device_name)> of_problem{};
};

/// An export's file calls it once, as the initialiser of a static.
inline bool register_export(export_form form) { return forms<export_form>::add(std::move(form)); }

/// The unit of the autotuners' formats.
inline double in_ms(double time_ns) { return time_ns / 1e6; }
/// 0 where the phase did not happen.
inline double in_ms(const std::optional<double>& time_ns) { return in_ms(time_ns.value_or(0)); }

/// The cases of a run whose key the regular expression finds; empty finds all. Throws bad_input as
/// read_run does, and if there are none.
recorded_run load_run(const std::filesystem::path& directory, const std::string& filter = "");

}  // namespace retime::exports
