#include "harness/gate/estimate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "harness/measure/inference.h"
#include "harness/text/enum_text.h"
#include "kernels/support/students_t.h"

namespace retime::gate {
namespace {

constexpr enum_text<evidence> evidences[] = {{evidence::paired_processes, "paired processes"},
                                             {evidence::paired_blocks, "paired blocks"},
                                             {evidence::paired_runs, "paired runs"},
                                             {evidence::repeated_runs, "repeated runs"},
                                             {evidence::processes, "processes"},
                                             {evidence::one_process_each, "one process each"}};

constexpr std::size_t fewest_to_trim = 10;

double variance_of_mean(const spread& about, std::size_t units, double least_deviation) {
  const double variance = about.sum_of_squares / about.degrees_of_freedom;
  return std::max(variance, least_deviation * least_deviation) / static_cast<double>(units);
}

effect_estimate of_means(std::span<const double> base, std::span<const double> new_runs,
                         double variance, double degrees_of_freedom) {
  return {.log_ratio = mean(new_runs) - mean(base),
          .standard_error = std::max(std::sqrt(variance), smallest_standard_error),
          .degrees_of_freedom = degrees_of_freedom,
          .units = base.size() + new_runs.size(),
          .basis = evidence::repeated_runs};
}

/// Satterthwaite's (1946) degrees of freedom for the sum of two variances.
effect_estimate with_own_variances(std::span<const double> base, std::span<const double> new_runs,
                                   double least_deviation) {
  const spread old = spread_of(base), now = spread_of(new_runs);
  const double a = variance_of_mean(old, base.size(), least_deviation);
  const double b = variance_of_mean(now, new_runs.size(), least_deviation);
  const double fourth = a * a / old.degrees_of_freedom + b * b / now.degrees_of_freedom;
  const double dof =
      fourth > 0 ? (a + b) * (a + b) / fourth : old.degrees_of_freedom + now.degrees_of_freedom;
  return of_means(base, new_runs, a + b, dof);
}

}  // namespace

std::string to_text(evidence basis) { return text_in(evidences, basis); }

bool few(double degrees_of_freedom, double alpha) { return std::exp2(-degrees_of_freedom) > alpha; }

effect_estimate from_pairs(std::span<const double> log_ratios, evidence basis) {
  const auto n = log_ratios.size();
  if (n < 2) throw std::invalid_argument("paired estimates need at least two pairs");
  std::vector<double> sorted(log_ratios.begin(), log_ratios.end());
  std::ranges::sort(sorted);
  const auto cut = n < fewest_to_trim ? 0 : n / 5;
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
          .basis = basis};
}

spread spread_of(std::span<const double> logs) {
  if (logs.empty()) return {};
  return {.sum_of_squares = sum_of_squares(logs),
          .degrees_of_freedom = static_cast<double>(logs.size()) - 1};
}

spread operator+(const spread& a, const spread& b) {
  return {a.sum_of_squares + b.sum_of_squares, a.degrees_of_freedom + b.degrees_of_freedom};
}

effect_estimate from_runs(std::span<const double> base, std::span<const double> new_runs,
                          const spread& learnt, double least_deviation) {
  const spread all = spread_of(base) + spread_of(new_runs) + learnt;
  if (all.degrees_of_freedom < 1) {
    throw std::invalid_argument("run-to-run variance needs a repeated run");
  }
  if (learnt.degrees_of_freedom == 0 && base.size() > 1 && new_runs.size() > 1)
    return with_own_variances(base, new_runs, least_deviation);
  const double variance = variance_of_mean(all, base.size(), least_deviation) +
                          variance_of_mean(all, new_runs.size(), least_deviation);
  return of_means(base, new_runs, variance, all.degrees_of_freedom);
}

effect_estimate unmeasured(double log_ratio) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return {.log_ratio = log_ratio,
          .standard_error = infinity,
          .degrees_of_freedom = infinity,
          .units = 2,
          .basis = evidence::one_process_each};
}

effect_estimate widen_to_session_spread(effect_estimate effect, std::span<const double> sessions) {
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

interval confidence_interval(const effect_estimate& effect, double confidence) {
  const double tail = (1 - confidence) / 2 * effect.share;
  const double reach = upper_quantile(tail, effect.degrees_of_freedom) * effect.standard_error;
  return {effect.log_ratio - reach, effect.log_ratio + reach};
}

double half_width(const effect_estimate& effect, double alpha) {
  const auto reach = confidence_interval(effect, 1 - alpha);
  return (reach.high - reach.low) / 2;
}

}  // namespace retime::gate
