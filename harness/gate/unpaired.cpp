#include "harness/gate/unpaired.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include "harness/measure/inference.h"
#include "harness/measure/statistics.h"

namespace retime::gate {
namespace {

// Processes of one run follow each other, so what changes from one run to the next is not in their
// spread, and what lasts over several of them is in it too little. A run is assumed to deviate by
// these shares of the drift and of its processes' deviation, whichever is more; the second suffices
// where a process is correlated by 0.8 with the next.
constexpr double share_of_drift = 0.3, share_of_deviation = 0.6;

std::vector<double> means(const run_logs& runs) {
  std::vector<double> all;
  for (const auto& processes : runs) all.push_back(mean(processes));
  return all;
}

std::vector<double> joined(const run_logs& runs) {
  std::vector<double> all;
  for (const auto& processes : runs) all.insert(all.end(), processes.begin(), processes.end());
  return all;
}

spread within_runs(const run_logs& runs) {
  spread sum;
  for (const auto& processes : runs) sum = sum + spread_of(processes);
  return sum;
}

double inverse_sum(std::size_t a, std::size_t b) {
  return 1.0 / static_cast<double>(a) + 1.0 / static_cast<double>(b);
}

std::string few_note(const compare_options& options) {
  return fmt::format("few: a deviation of {:.3g} % assumed", 100 * options.assumed_drift);
}

unpaired_estimate from_processes(const run_logs& base, const run_logs& new_runs,
                                 const compare_options& options) {
  const spread within = within_runs(base) + within_runs(new_runs);
  const double measured = std::sqrt(within.sum_of_squares / within.degrees_of_freedom);
  unpaired_estimate result{.effect = {},
                           .few_units = few(within.degrees_of_freedom, options.alpha)};
  const double deviation = result.few_units ? std::max(measured, options.assumed_drift) : measured;
  const double of_runs =
      std::max(share_of_drift * options.assumed_drift, share_of_deviation * measured);
  const auto old = joined(base), now = joined(new_runs);
  const double variance = deviation * deviation * inverse_sum(old.size(), now.size()) +
                          of_runs * of_runs * inverse_sum(base.size(), new_runs.size());
  result.effect = {.log_ratio = mean(now) - mean(old),
                   .standard_error = std::sqrt(variance),
                   .degrees_of_freedom = within.degrees_of_freedom,
                   .units = old.size() + now.size(),
                   .basis = evidence::processes};
  if (result.few_units) result.notes.push_back(few_note(options));
  result.notes.push_back(fmt::format("{:.2g} % from run to run assumed", 100 * of_runs));
  return result;
}

constexpr double least_change = 0.05;

/// A process may meet an interruption that its samples did not.
std::optional<double> median_pace_ns(const std::vector<case_in_run>& runs) {
  std::vector<double> paces_ns;
  for (const auto& in_run : runs) {
    for (const auto& process : in_run.times->processes) {
      if (!process.host_pace_ns) return std::nullopt;
      paces_ns.push_back(*process.host_pace_ns);
    }
  }
  return paces_ns.empty() ? std::nullopt : std::optional(median(std::move(paces_ns)));
}

double mean_share(const std::vector<case_in_run>& runs) {
  std::vector<double> shares;
  for (const auto& in_run : runs) {
    for (const auto& process : in_run.times->processes) shares.push_back(process.host_share);
  }
  return mean(shares);
}

}  // namespace

unpaired_estimate from_unpaired(const run_logs& base, const run_logs& new_runs,
                                const run_logs& equal, const compare_options& options) {
  const auto old = means(base), now = means(new_runs);
  const spread learnt = spread_of(means(equal));
  const double of_runs = (spread_of(old) + spread_of(now) + learnt).degrees_of_freedom;
  const double of_processes = (within_runs(base) + within_runs(new_runs)).degrees_of_freedom;
  if (of_runs == 0 && of_processes == 0)
    return {.effect = unmeasured(mean(now) - mean(old)), .few_units = true};
  if (of_runs == 0) return from_processes(base, new_runs, options);
  if (!few(of_runs, options.alpha)) return {.effect = from_runs(old, now, learnt)};
  if (of_processes == 0) {
    return {.effect = from_runs(old, now, learnt, options.assumed_drift),
            .few_units = true,
            .notes = {few_note(options)}};
  }
  const auto by_runs = from_runs(old, now, learnt);
  auto by_processes = from_processes(base, new_runs, options);
  if (half_width(by_runs, options.alpha) <= half_width(by_processes.effect, options.alpha))
    return by_processes;
  return {.effect = by_runs, .few_units = true};
}

double explained_by_host(const std::vector<case_in_run>& base,
                         const std::vector<case_in_run>& new_runs) {
  const auto was = median_pace_ns(base), is = median_pace_ns(new_runs);
  if (!was || !is) return 0;
  const double change = std::abs(std::log(*is / *was));
  return change < least_change ? 0 : change * std::max(mean_share(base), mean_share(new_runs));
}

}  // namespace retime::gate
