#include "harness/tune/score.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numeric>

namespace retime::tune {
namespace {

double mean_of(const std::vector<double>& v) {
  return v.empty() ? 0.0 : std::accumulate(v.begin(), v.end(), 0.0) / static_cast<double>(v.size());
}

/// Student's interval of the mean; of a single seed there is none.
interval summarise(const std::vector<double>& by_seed) {
  const double mean = mean_of(by_seed);
  const auto n = static_cast<double>(by_seed.size());
  if (n < 2) return {mean, 0};
  double squares = 0;
  for (const double x : by_seed) squares += (x - mean) * (x - mean);
  const boost::math::students_t law(n - 1);
  return {mean, quantile(complement(law, 0.025)) * std::sqrt(squares / (n - 1) / n)};
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

landscape::landscape(const recording& from) : name_(from.name) {
  std::vector<double> costs;
  for (const auto& each : from.trials) {
    if (each.valid()) sorted_.push_back(each.objective);
    costs.push_back(each.cost_ms());
  }
  from.optimum();  // throws where nothing is valid
  std::ranges::sort(sorted_);
  std::ranges::sort(costs);
  valid_ = sorted_.size();
  median_ = valid_ % 2 ? sorted_[valid_ / 2] : (sorted_[valid_ / 2 - 1] + sorted_[valid_ / 2]) / 2;
  median_cost_ms_ = costs[costs.size() / 2];
  sorted_.resize(from.trials.size(), sorted_.back());
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
    sum += p * optimum() / sorted_[k - 1];
    p *= static_cast<double>(n - k - m + 1) / static_cast<double>(std::max<std::size_t>(n - k, 1));
  }
  return sum;
}

strategy_score score(const std::string& strategy, const std::vector<landscape>& spaces,
                     const std::vector<std::vector<trajectory>>& runs, std::size_t evaluations,
                     const std::vector<std::size_t>& columns) {
  strategy_score result{
      .strategy = strategy, .spaces = {}, .ratio = {}, .performance = {}, .curve = {}};
  result.curve.assign(curve_points, 0.0);
  std::size_t seeds = runs.empty() ? 0 : runs[0].size();
  for (const auto& each : runs) seeds = std::min(seeds, each.size());
  // By seed, averaged over spaces: the interval is then over seeds alone, the spaces being fixed.
  std::vector<std::vector<double>> ratio(columns.size(), std::vector<double>(seeds, 0.0));
  std::vector<double> performance(seeds, 0.0);
  const auto weight = 1.0 / static_cast<double>(spaces.size());
  for (std::size_t s = 0; s < spaces.size(); ++s) {
    const auto& space = spaces[s];
    const auto span = span_of(space, evaluations);
    const auto points = budgets(span);
    std::vector<double> baseline;
    baseline.reserve(points.size());
    for (const auto m : points) baseline.push_back(space.random_best(m));
    std::vector<std::vector<double>> own_ratio(columns.size());
    std::vector<double> own_performance, own_curve(curve_points, 0.0);
    for (std::size_t seed = 0; seed < seeds; ++seed) {
      const auto length = std::max(evaluations, columns.back());
      const auto best = best_so_far(runs[s][seed], length, no_value);
      for (std::size_t c = 0; c < columns.size(); ++c) {
        const double at = best[columns[c] - 1];
        own_ratio[c].push_back(std::isnan(at) ? 0.0 : space.optimum() / at);
        ratio[c][seed] += weight * own_ratio[c].back();
      }
      double sum = 0;
      for (std::size_t k = 0; k < curve_points; ++k) {
        const double at = best[points[k] - 1], reached = std::isnan(at) ? space.worst() : at;
        const double gap = space.optimum() - baseline[k];
        const double p = gap < 0 ? (reached - baseline[k]) / gap : 1.0;
        own_curve[k] += p / static_cast<double>(seeds);
        sum += p / static_cast<double>(curve_points);
      }
      own_performance.push_back(sum);
      performance[seed] += weight * sum;
    }
    space_score own{.space = space.name(),
                    .budget = span,
                    .ratio = {},
                    .performance = summarise(own_performance),
                    .curve = own_curve};
    for (const auto& column : own_ratio) own.ratio.push_back(summarise(column));
    for (std::size_t k = 0; k < curve_points; ++k) result.curve[k] += weight * own_curve[k];
    result.spaces.push_back(std::move(own));
  }
  for (const auto& column : ratio) result.ratio.push_back(summarise(column));
  result.performance = summarise(performance);
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
