#include "harness/tune/score.h"

#include <algorithm>
#include <cmath>

#include "harness/measure/inference.h"
#include "kernels/support/students_t.h"

namespace retime::tune {
namespace {

/// Student's interval of the mean; of a single seed there is none.
interval summarise(const std::vector<double>& by_seed) {
  if (by_seed.empty()) return {};
  const auto n = static_cast<double>(by_seed.size());
  if (n < 2) return {mean(by_seed), 0};
  return {mean(by_seed),
          upper_quantile(0.025, n - 1) * std::sqrt(sum_of_squares(by_seed) / (n - 1) / n)};
}

/// Best value after each evaluation, 1..evaluations; `none` as long as nothing was valid.
std::vector<double> best_so_far(const trajectory& run, std::size_t evaluations, double none) {
  std::vector<double> best(evaluations, none);
  double now = none;
  for (std::size_t k = 0; k < evaluations; ++k) {
    if (k < run.size() && !std::isnan(run[k]) && !(run[k] >= now)) now = run[k];
    best[k] = now;
  }
  return best;
}

budget_span span_of(const landscape& space, std::size_t evaluations) {
  const auto last = std::min(space.budget_at(0.95), evaluations);
  return {.first = std::min(space.budget_at(0.50), last),
          .last = last,
          .last_s = 1e-3 * space.median_cost_ms() * static_cast<double>(last)};
}

/// Budgets at equal steps from the first to the last.
std::vector<std::size_t> budgets(const budget_span& span) {
  const auto first = static_cast<double>(span.first), last = static_cast<double>(span.last);
  std::vector<std::size_t> points(curve_points);
  for (std::size_t k = 0; k < curve_points; ++k) {
    const double share = static_cast<double>(k) / (curve_points - 1);
    points[k] = static_cast<std::size_t>(std::lround(first + (last - first) * share));
  }
  return points;
}

}  // namespace

landscape::landscape(const recording& space) : name_(space.name) {
  std::vector<double> costs;
  for (const auto& each : space.trials) {
    if (each.valid()) sorted_.push_back(to_minimise(each.objective, space.towards));
    costs.push_back(each.cost_ms());
  }
  space.optimum();  // throws where nothing is valid
  std::ranges::sort(sorted_);
  std::ranges::sort(costs);
  valid_ = sorted_.size();
  median_ = valid_ % 2 ? sorted_[valid_ / 2] : (sorted_[valid_ / 2 - 1] + sorted_[valid_ / 2]) / 2;
  median_cost_ms_ = costs[costs.size() / 2];
  sorted_.resize(space.trials.size(), sorted_.back());
}

double landscape::ratio(double value) const {
  return optimum() < 0 ? value / optimum() : optimum() / value;
}

std::size_t landscape::budget_at(double p) const {
  const double cut = optimum() + (median_ - optimum()) * (1 - p);
  // Worst first, counted from 1: the first value at or below the cut.
  const auto within = static_cast<std::size_t>(
      std::upper_bound(sorted_.begin(), sorted_.begin() + static_cast<std::ptrdiff_t>(valid_),
                       cut) -
      sorted_.begin());
  const auto i = valid_ - within + 1;
  return (i + within - 1) / within;
}

double landscape::random_best(std::size_t m) const {
  const auto n = size();
  if (m >= n) return optimum();
  // p = C(n-k, m-1) / C(n, m), the chance that the k-th best is the best drawn.
  double p = static_cast<double>(m) / static_cast<double>(n), sum = 0;
  for (std::size_t k = 1; k <= n - m + 1; ++k) {
    sum += p * sorted_[k - 1];
    p *= static_cast<double>(n - k - m + 1) / static_cast<double>(std::max<std::size_t>(n - k, 1));
  }
  return sum;
}

double landscape::random_ratio(std::size_t m) const {
  const auto n = size();
  if (m >= n) return 1;
  double p = static_cast<double>(m) / static_cast<double>(n), sum = 0;
  for (std::size_t k = 1; k <= std::min(valid_, n - m + 1); ++k) {
    sum += p * ratio(sorted_[k - 1]);
    p *= static_cast<double>(n - k - m + 1) / static_cast<double>(std::max<std::size_t>(n - k, 1));
  }
  return sum;
}

namespace {

/// What each run on a space reached.
struct scored_runs {
  std::vector<std::vector<double>> ratio;  ///< optimum/best, by column and seed
  std::vector<double> performance;         ///< P, by seed
  std::vector<double> curve;               ///< P at each budget, the mean over the seeds
};

double ratio_of(const landscape& space, double best) {
  return std::isnan(best) ? 0.0 : space.ratio(best);
}

/// 0 is random search's expectation, 1 the optimum.
double performance_of(const landscape& space, double best, double baseline) {
  const double reached = std::isnan(best) ? space.worst() : best;
  const double gap = space.optimum() - baseline;
  return gap < 0 ? (reached - baseline) / gap : 1.0;
}

scored_runs score_runs(const landscape& space, std::span<const trajectory> runs,
                       std::size_t evaluations, const std::vector<std::size_t>& columns) {
  const auto points = budgets(span_of(space, evaluations));
  std::vector<double> baseline;
  baseline.reserve(points.size());
  for (const auto m : points) baseline.push_back(space.random_best(m));
  scored_runs result{.ratio = std::vector<std::vector<double>>(columns.size()),
                     .performance = {},
                     .curve = std::vector<double>(curve_points, 0.0)};
  const auto length = std::max(evaluations, columns.back());
  for (const auto& run : runs) {
    const auto best = best_so_far(run, length, no_value);
    for (std::size_t c = 0; c < columns.size(); ++c)
      result.ratio[c].push_back(ratio_of(space, best[columns[c] - 1]));
    double sum = 0;
    for (std::size_t k = 0; k < curve_points; ++k) {
      const double p = performance_of(space, best[points[k] - 1], baseline[k]);
      result.curve[k] += p / static_cast<double>(runs.size());
      sum += p / static_cast<double>(curve_points);
    }
    result.performance.push_back(sum);
  }
  return result;
}

void add_weighted(std::vector<double>& sums, const std::vector<double>& values, double weight) {
  for (std::size_t i = 0; i < values.size(); ++i) sums[i] += weight * values[i];
}

std::vector<interval> summarise_each(const std::vector<std::vector<double>>& columns) {
  std::vector<interval> result;
  result.reserve(columns.size());
  for (const auto& column : columns) result.push_back(summarise(column));
  return result;
}

}  // namespace

strategy_score score(const std::string& strategy, const std::vector<landscape>& spaces,
                     const std::vector<std::vector<trajectory>>& runs, std::size_t evaluations,
                     const std::vector<std::size_t>& columns) {
  std::size_t seeds = runs.empty() ? 0 : runs[0].size();
  for (const auto& each : runs) seeds = std::min(seeds, each.size());
  const auto weight = 1.0 / static_cast<double>(spaces.size());
  // By seed, averaged over spaces: the interval is then over seeds alone, the spaces being fixed.
  scored_runs mean_over_spaces{
      .ratio = std::vector<std::vector<double>>(columns.size(), std::vector<double>(seeds, 0.0)),
      .performance = std::vector<double>(seeds, 0.0),
      .curve = std::vector<double>(curve_points, 0.0)};
  strategy_score result{.strategy = strategy};
  for (std::size_t s = 0; s < spaces.size(); ++s) {
    auto own = score_runs(spaces[s], std::span(runs[s]).first(seeds), evaluations, columns);
    for (std::size_t c = 0; c < columns.size(); ++c)
      add_weighted(mean_over_spaces.ratio[c], own.ratio[c], weight);
    add_weighted(mean_over_spaces.performance, own.performance, weight);
    add_weighted(mean_over_spaces.curve, own.curve, weight);
    result.spaces.push_back({.space = spaces[s].name(),
                             .budget = span_of(spaces[s], evaluations),
                             .ratio = summarise_each(own.ratio),
                             .performance = summarise(own.performance),
                             .curve = std::move(own.curve)});
  }
  result.ratio = summarise_each(mean_over_spaces.ratio);
  result.performance = summarise(mean_over_spaces.performance);
  result.curve = std::move(mean_over_spaces.curve);
  return result;
}

strategy_score random_baseline(const std::vector<landscape>& spaces, std::size_t evaluations,
                               const std::vector<std::size_t>& columns) {
  strategy_score result{
      .strategy = "random (exact)", .spaces = {}, .ratio = {}, .performance = {}, .curve = {}};
  result.curve.assign(curve_points, 0.0);
  result.ratio.resize(columns.size());
  for (const auto& space : spaces) {
    space_score own{.space = space.name(),
                    .budget = span_of(space, evaluations),
                    .ratio = {},
                    .performance = {},
                    .curve = result.curve};
    for (std::size_t c = 0; c < columns.size(); ++c) {
      own.ratio.push_back({space.random_ratio(columns[c]), 0});
      result.ratio[c].mean += own.ratio.back().mean / static_cast<double>(spaces.size());
    }
    result.spaces.push_back(std::move(own));
  }
  return result;
}

}  // namespace retime::tune
