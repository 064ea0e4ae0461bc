// `export` in the formats of which a file holds one tuning space.
#pragma once

#include <string>
#include <vector>

#include "harness/exports/formats.h"

namespace retime::exports {

struct export_request {
  std::string run, format, out, filter;
  std::vector<std::string> axes;  ///< of t1, which describes what has not been run
  bool all = false;               ///< a file for each space, in the folder `out`
};

/// Throws bad_input where the flags do not go together, or nothing can be written there.
void check_flags(const export_request& request, const export_form& form);

/// Writes to --out or to standard output.
void write_export(const export_request& request, const std::string& text);

/// Writes spaces that a run holds.
void export_recorded_spaces(const export_request& request, const export_form& form);

/// Writes spaces of the variants that the filter chooses, not of a run.
void export_described_spaces(const export_request& request, const export_form& form);

}  // namespace retime::exports
