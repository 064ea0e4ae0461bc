// What a reader of a comparison can do about the cases that it leaves undecided.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "harness/gate/report.h"

namespace retime::gate {
namespace {

constexpr const char* alternate =
    "`retime ab BASE_PROGRAM NEW_PROGRAM`, which alternates the two (docs/ci.md)";

std::string cases_are(std::size_t cases) {
  return cases == 1 ? "1 case is" : fmt::format("{} cases are", cases);
}

bool is_undecided_for_few(const case_result& entry) {
  return entry.word == verdict::undecided && entry.few_units;
}

/// Repeated often enough, but not in alternation.
bool is_undecided_though_repeated(const case_result& entry) {
  return entry.word == verdict::undecided && !entry.few_units && !entry.hidden_by_host &&
         entry.effect &&
         (entry.effect->basis == evidence::processes ||
          entry.effect->basis == evidence::repeated_runs);
}

/// How large a change of one of these cases must be to be told.
std::string least_told(const comparison& result, bool (*counts)(const case_result& entry)) {
  std::vector<double> thresholds;
  for (const auto& entry : result.cases) {
    if (counts(entry) && entry.effect && std::isfinite(entry.effect->standard_error))
      thresholds.push_back(threshold_percent(entry, result.options));
  }
  if (thresholds.empty()) return "one process each shows no change, however large";
  const auto [least, most] = std::ranges::minmax(thresholds);
  const bool alike = most < 1.1 * least;
  return fmt::format("changes under about {:.2g}{} % cannot be told", least,
                     alike ? "" : fmt::format(" to {:.2g}", most));
}

}  // namespace

double threshold_percent(const case_result& entry, const compare_options& options) {
  const auto reach = confidence_interval(*entry.effect, 1 - options.alpha);
  return percent(std::log1p(options.margin) + entry.effect->log_ratio - reach.low);
}

std::vector<std::string> advice(const comparison& result) {
  std::vector<std::string> lines;
  if (const auto cases = result.hidden_by_host(); cases > 0)
    lines.push_back(
        fmt::format("{} undecided since the host's pace changed between BASE and NEW: use {}",
                    cases_are(cases), alternate));
  if (const auto cases = result.too_seldom(); cases > 0)
    lines.push_back(
        fmt::format("{} undecided for want of repetition: {}; repeat by `run --processes auto`, or "
                    "use {}",
                    cases_are(cases), least_told(result, is_undecided_for_few), alternate));
  const auto wide = std::ranges::count_if(result.cases, is_undecided_though_repeated);
  if (wide > 0)
    lines.push_back(fmt::format("{} undecided though repeated: {}; sample longer, or use {}",
                                cases_are(static_cast<std::size_t>(wide)),
                                least_told(result, is_undecided_though_repeated), alternate));
  return lines;
}

}  // namespace retime::gate
