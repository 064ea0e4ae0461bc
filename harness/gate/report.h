// Formats a comparison as text, Markdown, JUnit XML and JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/gate/compare.h"
#include "harness/text/text_table.h"

namespace retime::gate {

/// For the terminal. `names_all`: also the cases that only one side has, which are counted else.
std::string table(const comparison& result, const text_style& style = {}, bool names_all = false);
/// For a pull request: what is the same is folded away.
std::string markdown(const comparison& result, bool names_all = false);
/// slower: failure; broken in NEW: error; missing, undecided, not comparable: skipped; the rest
/// passed.
std::string junit(const comparison& result);
nlohmann::json to_json(const comparison& result);

/// Relative effect in per cent of a log-ratio.
double percent(double log_ratio);

/// Worst news first: slower, undecided, not comparable, faster, same; within one verdict the larger
/// effect first.
std::vector<const case_result*> by_severity(const comparison& result);

/// The least effect in per cent that the case's evidence would call slower: the margin and what the
/// spread adds to it.
double threshold_percent(const case_result& entry, const compare_options& options);

/// What to do about undecided cases, one sentence each.
std::vector<std::string> advice(const comparison& result);

/// What the numbers rest on, what could not be compared, and last the advice, one sentence each.
std::vector<std::string> remarks(const comparison& result, bool names_all = false);

}  // namespace retime::gate
