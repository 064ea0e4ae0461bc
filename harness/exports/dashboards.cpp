// github-action-benchmark and Bencher: one number a case, for a chart over commits.
#include <fmt/format.h>

#include "harness/exports/formats.h"

namespace retime::exports {
namespace {

/// Tool customSmallerIsBetter: median in ns; range is half the 95 % interval.
exported github_action_benchmark(const recorded_run& run, const std::string&) {
  json entries = json::array();
  for (const auto& record : run.cases) {
    const auto* times = record.measured();
    if (times == nullptr) continue;
    const double half_width_ns = (times->stats.ci_high_ns - times->stats.ci_low_ns) / 2;
    entries.push_back({{"name", record.key},
                       {"unit", "ns"},
                       {"value", times->stats.median_ns},
                       {"range", fmt::format("± {:.6g}", half_width_ns)},
                       {"extra", fmt::format("{} samples, {} cache, {}", times->samples_ns.size(),
                                             times->cache, times->method)}});
  }
  return entries;
}

/// Bencher Metric Format: latency in ns with its 95 % interval, throughput in items a second.
exported bencher(const recorded_run& run, const std::string&) {
  json metrics = json::object();
  for (const auto& record : run.cases) {
    const auto* times = record.measured();
    if (times == nullptr) continue;
    metrics[record.key]["latency"] = {{"value", times->stats.median_ns},
                                      {"lower_value", times->stats.ci_low_ns},
                                      {"upper_value", times->stats.ci_high_ns}};
    if (record.work.items > 0) {
      metrics[record.key]["throughput"] = {
          {"value", record.work.items / times->stats.median_ns * 1e9}};
    }
  }
  return metrics;
}

const bool has_github_action_benchmark = register_export({.id = "github-action-benchmark",
                                                          .leaves_out_untimed = true,
                                                          .of_run = github_action_benchmark});
const bool has_bencher =
    register_export({.id = "bencher", .leaves_out_untimed = true, .of_run = bencher});

}  // namespace
}  // namespace retime::exports
