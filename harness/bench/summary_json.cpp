#include <nlohmann/json.hpp>

#include "harness/bench/run_summary.h"
#include "harness/files/json_output.h"

namespace retime::bench {
namespace {

using nlohmann::json;

json row_json(const summary_row& row) {
  const auto& stats = row.best->times->stats;
  json tuning = json::object();
  for (const auto& axis : row.best->tuning) tuning[axis] = to_json(row.best->axes.at(axis));
  return {{"variant", row.best->variant},
          {"form", row.best->form()},
          {"processor", row.best->runs_on == processor::gpu ? "gpu" : "cpu"},
          {"key", row.best->key},
          {"tuning", std::move(tuning)},
          {"configurations", row.configurations},
          {"median_ns", stats.median_ns},
          {"ci_low_ns", stats.ci_low_ns},
          {"ci_high_ns", stats.ci_high_ns},
          {"noisy", row.best->times->noisy},
          {"ceiling_share", or_null(row.ceiling_share)},
          {"base", row.best->base},
          {"over_base", or_null(row.over_base)},
          {"energy_j", or_null(row.best->times->energy_j)},
          {"is_fastest", row.is_fastest}};
}

}  // namespace

json summary_json(const run_summary& summary) {
  json groups = json::array(), outcomes = json::object(), failed = json::array();
  for (const auto& group : summary.groups) {
    json rows = json::array();
    for (const auto& row : group.rows) rows.push_back(row_json(row));
    groups.push_back(
        {{"family", group.family}, {"axes", to_json(group.axes)}, {"rows", std::move(rows)}});
  }
  for (const auto& [outcome, count] : summary.outcomes) outcomes[to_text(outcome)] = count;
  for (const auto* failure : summary.not_correct)
    failed.push_back({{"key", failure->key},
                      {"status", to_text(failure->outcome)},
                      {"reason", failure->reason}});
  return {{"cases", summary.cases},      {"outcomes", std::move(outcomes)},
          {"noisy", summary.noisy},      {"emulated", summary.emulated},
          {"failed", std::move(failed)}, {"groups", std::move(groups)}};
}

}  // namespace retime::bench
