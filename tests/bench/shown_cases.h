// Cases of a run that is to be shown.
#pragma once

#include <optional>
#include <string>

#include "harness/record/recorded_run.h"

namespace retime::shown_cases {

/// Correct, timed, of a family "heat" whose size is n.
inline recorded_case timed(const std::string& variant, std::int64_t n, double median_ns,
                           std::int64_t block = 128) {
  recorded_case shown{
      .key = "heat/" + variant + "/n=" + std::to_string(n) + "/block=" + std::to_string(block),
      .family = "heat",
      .variant = variant,
      .axes = {{"n", n}, {"block", block}, {"precision", std::string("float")}},
      .tuning = {"block"}};
  shown.size_axis = "n";
  shown.times.emplace();
  shown.times->stats = {
      .median_ns = median_ns, .ci_low_ns = 0.99 * median_ns, .ci_high_ns = 1.01 * median_ns};
  shown.times->processes.push_back({.median_ns = median_ns});
  return shown;
}

inline recorded_case with_form(recorded_case shown, bool printed) {
  shown.printed = printed;
  shown.label = "Kernel";
  return shown;
}

inline recorded_case over(recorded_case shown, const std::string& base) {
  shown.base = base;
  return shown;
}

inline recorded_case failed(const std::string& variant, std::int64_t n, status outcome,
                            const std::string& reason) {
  auto shown = timed(variant, n, 1);
  shown.times.reset();
  shown.outcome = outcome;
  shown.reason = reason;
  return shown;
}

inline recorded_run run_of(std::vector<recorded_case> cases) {
  recorded_run run;
  run.cases = std::move(cases);
  return run;
}

}  // namespace retime::shown_cases
