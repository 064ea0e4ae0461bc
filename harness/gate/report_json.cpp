#include <cmath>
#include <nlohmann/json.hpp>

#include "harness/files/json_output.h"
#include "harness/gate/report.h"
#include "kernels/support/user_file.h"

namespace retime::gate {
namespace {

using nlohmann::json;

json case_json(const case_result& entry, const compare_options& options) {
  json line = object({{"key", entry.key},
                      {"verdict", to_text(entry.word)},
                      {"notes", entry.notes},
                      {"effect", nullptr}});
  line["few_units"] = entry.few_units;
  if (!entry.effect) return line;
  line["base_ns"] = entry.base_ns;
  line["new_ns"] = entry.new_ns;
  line["effect"] = object({{"percent", percent(entry.effect->log_ratio)},
                           {"low_percent", nullptr},
                           {"high_percent", nullptr},
                           {"standard_error_log", nullptr},
                           {"degrees_of_freedom", nullptr},
                           {"threshold_percent", nullptr},
                           {"evidence", to_text(entry.effect->basis)},
                           {"units", entry.effect->units},
                           {"p_beyond_margin", entry.p.p_beyond},
                           {"p_within_margin", entry.p.p_within}});
  if (std::isfinite(entry.effect->standard_error)) {
    const auto reach = confidence_interval(*entry.effect, 1 - options.alpha);
    line["effect"].update(object({{"low_percent", percent(reach.low)},
                                  {"high_percent", percent(reach.high)},
                                  {"standard_error_log", entry.effect->standard_error},
                                  {"degrees_of_freedom", entry.effect->degrees_of_freedom},
                                  {"threshold_percent", threshold_percent(entry, options)}}));
  }
  return line;
}

/// A path need not be UTF-8, as JSON has to be.
std::vector<std::string> each_printable(std::vector<std::string> paths) {
  for (auto& path : paths) path = printable(path);
  return paths;
}

}  // namespace

json to_json(const comparison& result) {
  const double confidence = 1 - result.options.alpha;
  json cases = json::array(), failed = json::array();
  for (const auto& entry : result.cases) cases.push_back(case_json(entry, result.options));
  for (const auto& failure : result.failed) {
    failed.push_back(object({{"key", failure.key},
                             {"base_status", failure.base_status},
                             {"new_status", failure.new_status},
                             {"reason", failure.reason},
                             {"broke", failure.broke}}));
  }
  json counts;
  for (const verdict word : {verdict::slower, verdict::faster, verdict::same, verdict::undecided,
                             verdict::not_comparable}) {
    counts[to_text(word)] = result.count(word);
  }
  return object({{"schema_version", 1},
                 {"base", each_printable(result.base_sources)},
                 {"new", each_printable(result.new_sources)},
                 {"options", object({{"margin", result.options.margin},
                                     {"alpha", result.options.alpha},
                                     {"correction", to_text(result.options.correct)},
                                     {"assumed_drift", result.options.assumed_drift},
                                     {"paired", result.options.pair_runs},
                                     {"accepted", result.options.accepted}})},
                 {"confidence", confidence},
                 {"counts", counts},
                 {"cases", cases},
                 {"failed", failed},
                 {"undecided_for_want_of_repetition", result.too_seldom()},
                 {"undecided_since_the_host_changed", result.hidden_by_host()},
                 {"copies", each_printable(result.copies)},
                 {"missing", result.missing},
                 {"added", result.added},
                 {"differences",
                  object({{"gpu", result.gpu_differences}, {"host", result.host_differences}})}});
}

}  // namespace retime::gate
