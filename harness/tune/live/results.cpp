#include "harness/tune/live/results.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>

#include "harness/record/record.h"
#include "harness/tune/formats.h"
#include "harness/tune/live/case_json.h"
#include "kernels/device/properties.h"

namespace retime::tune {
namespace {

json configuration_json(const benchmark_case& what) {
  json tuning = json::object();
  const point at = tuning_of(what);
  for (const auto& [name, value] : at.values()) tuning[name] = to_json(value);
  return tuning;
}

json workload_json(const benchmark_case& what) {
  json workload = json::object();
  const point tuning = tuning_of(what);
  for (const auto& [name, value] : what.at.values()) {
    if (!tuning.has(name)) workload[name] = to_json(value);
  }
  return workload;
}

json failures_of(const history& searched) {
  json counts = json::object();
  for (const auto& one : searched.all()) {
    if (one.as_trial.valid()) continue;
    const std::string word = to_text(one.as_trial.result);
    counts[word] = counts.value(word, 0) + 1;
  }
  return counts;
}

json excluded_record(const benchmark_case& what, const std::string& why) {
  record constraint;
  constraint.what = what;
  constraint.outcome = status::constraint;
  constraint.reason = why;
  constraint.emulated = device::is_emulation() && what.variant->runs_on == processor::gpu;
  return retime::to_json(constraint);
}

ordered_json excluded_t4(const benchmark_case& what, const std::string& objective) {
  ordered_json configuration = ordered_json::object();
  for (const auto& axis : what.variant->axes)
    configuration[axis.name] = to_json(what.at.values().at(axis.name));
  return {{"configuration", configuration},
          {"times",
           {{"compilation_time", 0},
            {"runtimes", ordered_json::array()},
            {"framework", 0},
            {"search_algorithm", 0},
            {"validation", 0}}},
          {"invalidity", to_text(outcome::constraints)},
          {"correctness", 0},
          {"measurements", ordered_json::array()},
          {"objectives", {objective}}};
}

}  // namespace

std::vector<json> records_of(const tuned& of, const run_description& run) {
  std::vector<json> records;
  const auto add = [&](json record, const char* role) -> json& {
    record["tuning_history"] = {{"role", role}, {"strategy", run.strategy}};
    records.push_back(std::move(record));
    return records.back()["tuning_history"];
  };
  for (const auto& one : of.searched.all())
    add(one.found.record, "search")["cost_s"] = 1e-3 * one.as_trial.cost_ms();
  for (const auto& [what, why] : of.of->excluded) add(excluded_record(what, why), "search");
  if (!of.decided) return records;
  for (const auto& one : of.decided->finalists) add(one.record, "final")["tied"] = one.is_tied;
  add(of.decided->winner, "winner");
  return records;
}

ordered_json t4_of(const tuned& of, const std::string& objective) {
  std::vector<std::pair<configuration, trial>> trials;
  for (const auto& one : of.searched.all()) trials.emplace_back(one.which, one.as_trial);
  ordered_json document = of.of->where ? to_t4(*of.of->where, trials, objective, "ms")
                                       : ordered_json{{"schema_version", "1.0.0"},
                                                      {"metadata", {{"timeunit", "milliseconds"}}},
                                                      {"results", ordered_json::array()}};
  for (const auto& [what, why] : of.of->excluded)
    document["results"].push_back(excluded_t4(what, objective));
  return document;
}

json entry_of(const tuned& of, const run_description& run) {
  const verdict& decided = of.decided.value();
  const finalist& winner = decided.finalists.front();
  json tied = json::array();
  for (const auto& one : decided.finalists) {
    if (!one.is_tied) continue;
    const auto within = prediction(one.rounds_ns);
    tied.push_back({{"tuning", configuration_json(of.of->cases[one.which])},
                    {"time_ns", one.median_ns},
                    {"interval_ns", {within.low, within.high}}});
  }
  const benchmark_case& what = of.of->cases[winner.which];
  json entry = {{"variant", what.family->id + "/" + what.variant->id},
                {"workload", workload_json(what)},
                {"tuning", configuration_json(what)},
                {"time_ns", decided.time_ns},
                {"ci_ns",
                 {decided.winner.at("statistics").at("ci_low_ns"),
                  decided.winner.at("statistics").at("ci_high_ns")}},
                {"interval_ns", {decided.expected_ns.low, decided.expected_ns.high}},
                {"as_expected", decided.as_expected()},
                {"tied", tied},
                {"usual", json()},
                {"time_is", decided.winner.at("time_is")},
                {"objective", run.objective},
                {"strategy", run.strategy},
                {"budget", run.budget},
                {"seed", run.seed},
                {"evaluations", of.searched.all().size()},
                {"configurations", of.of->cases.size()},
                {"excluded", of.of->excluded.size()},
                {"failures", failures_of(of.searched)},
                {"spent_s", of.searched.spent_s()},
                {"utc", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)))}};
  const auto usual = std::ranges::find_if(decided.finalists, [&](const finalist& one) {
    return of.of->usual && one.which == *of.of->usual;
  });
  if (usual != decided.finalists.end())
    entry["usual"] = {{"tuning", configuration_json(of.of->cases[usual->which])},
                      {"time_ns", usual->median_ns},
                      {"rounds_ratio", usual->median_ns / winner.median_ns}};
  return entry;
}

prior neighbour_of(const tuned& other, const space& here) {
  prior found;
  for (const auto& one : other.searched.all()) {
    std::vector<code> codes;
    for (const auto& axis : here.parameters()) {
      const auto& value = other.of->cases[one.which].at.values().at(axis.name);
      const auto at = std::ranges::find(axis.values, value);
      if (at != axis.values.end()) codes.push_back(static_cast<code>(at - axis.values.begin()));
    }
    if (codes.size() < here.dimensions()) continue;
    if (const auto which = here.find(codes))
      found.emplace_back(*which, reading{one.as_trial.result, one.as_trial.objective});
  }
  return found;
}

std::filesystem::path t4_name(const problem& of) {
  std::string name = of.key;
  std::ranges::replace(name, '/', '_');
  return std::filesystem::path("t4") / (name + ".json");
}

}  // namespace retime::tune
