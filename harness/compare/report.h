// Formats a comparison as text, Markdown, JUnit XML and JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/compare/compare.h"
#include "harness/support/text_table.h"

namespace retime::compare {

/// For the terminal.
std::string table(const comparison& result, const text_style& style = {});
std::string markdown(
    const comparison& result);  ///< for a pull request: what is the same is folded away
/// slower: failure; broken in NEW: error; missing, undecided, not comparable: skipped; the rest
/// passed.
std::string junit(const comparison& result);
nlohmann::json to_json(const comparison& result);

/// Relative effect in per cent of a log-ratio.
double percent(double log_ratio);

/// Worst news first: slower, undecided, not comparable, faster, same; within one verdict the larger
/// effect first.
std::vector<const case_result*> by_severity(const comparison& result);

/// What the numbers rest on, what could not be compared, and last what to do, one sentence each.
std::vector<std::string> remarks(const comparison& result);

}  // namespace retime::compare
