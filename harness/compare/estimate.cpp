#include "harness/compare/estimate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "harness/measure/inference.h"
#include "harness/support/enum_text.h"
#include "kernels/support/students_t.h"

namespace retime::compare {
namespace {

constexpr enum_text<evidence> evidences[] = {{evidence::paired_blocks, "paired blocks"},
                                             {evidence::paired_runs, "paired runs"},
                                             {evidence::repeated_runs, "repeated runs"},
                                             {evidence::assumed_drift, "assumed drift"}};

}  // namespace

std::string to_text(evidence from) { return text_in(evidences, from); }

estimate from_pairs(std::span<const double> log_ratios, evidence from) {
  const auto n = log_ratios.size();
  if (n < 2) throw std::invalid_argument("paired estimates need at least two pairs");
  std::vector<double> sorted(log_ratios.begin(), log_ratios.end());
  std::ranges::sort(sorted);
  const auto cut = n / 5;
  const auto kept = std::span(sorted).subspan(cut, n - 2 * cut);
  const double center = mean(kept);
  std::fill_n(sorted.begin(), cut, kept.front());
  std::fill_n(sorted.end() - static_cast<std::ptrdiff_t>(cut), cut, kept.back());
  const double winsorised_squares = spread_of(sorted).sum_of_squares;
  const auto h = static_cast<double>(kept.size());
  const double error = std::sqrt(winsorised_squares / (h * (h - 1)));
  return {.log_ratio = center,
          .standard_error = std::max(error, smallest_standard_error),
          .degrees_of_freedom = h - 1,
          .units = n,
          .from = from};
}

spread spread_of(std::span<const double> logs) {
  if (logs.empty()) return {};
  return {.sum_of_squares = sum_of_squares(logs),
          .degrees_of_freedom = static_cast<double>(logs.size()) - 1};
}

spread operator+(const spread& a, const spread& b) {
  return {a.sum_of_squares + b.sum_of_squares, a.degrees_of_freedom + b.degrees_of_freedom};
}

estimate from_runs(std::span<const double> base, std::span<const double> fresh,
                   const spread& learnt) {
  const spread all = spread_of(base) + spread_of(fresh) + learnt;
  if (all.degrees_of_freedom < 1) {
    throw std::invalid_argument("run-to-run variance needs a repeated run");
  }
  const double variance = all.sum_of_squares / all.degrees_of_freedom;
  const double runs =
      1.0 / static_cast<double>(base.size()) + 1.0 / static_cast<double>(fresh.size());
  return {.log_ratio = mean(fresh) - mean(base),
          .standard_error = std::max(std::sqrt(variance * runs), smallest_standard_error),
          .degrees_of_freedom = all.degrees_of_freedom,
          .units = base.size() + fresh.size(),
          .from = evidence::repeated_runs};
}

estimate from_assumed_drift(double log_ratio, double drift, double within) {
  return {.log_ratio = log_ratio,
          .standard_error =
              std::max(std::sqrt(2 * drift * drift + within * within), smallest_standard_error),
          .degrees_of_freedom = std::numeric_limits<double>::infinity(),
          .units = 2,
          .from = evidence::assumed_drift};
}

estimate widen_to_session_spread(estimate effect, std::span<const double> sessions) {
  if (sessions.empty()) return effect;
  double squares = 0;
  for (const double value : sessions) squares += value * value;
  const auto count = static_cast<double>(sessions.size());
  const double error = std::sqrt(squares / count);
  if (error > effect.standard_error) {
    effect.standard_error = error;
    effect.degrees_of_freedom = std::min(effect.degrees_of_freedom, count);
  }
  return effect;
}

interval confidence_interval(const estimate& effect, double confidence) {
  const double reach =
      upper_quantile((1 - confidence) / 2, effect.degrees_of_freedom) * effect.standard_error;
  return {effect.log_ratio - reach, effect.log_ratio + reach};
}

}  // namespace retime::compare
