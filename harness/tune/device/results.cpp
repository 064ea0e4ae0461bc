#include "harness/tune/device/results.h"

#include <algorithm>

#include "harness/files/json_output.h"
#include "harness/text/number_text.h"
#include "harness/tune/t4.h"

namespace retime::tune {
namespace {

json configuration_json(const benchmark_case& candidate) {
  return retime::to_json(tuning_of(candidate).values());
}

json workload_json(const benchmark_case& candidate) {
  point workload = candidate.point;
  for (const auto& axis : candidate.variant->axes) workload.erase(axis.name);
  return retime::to_json(workload.values());
}

recorded_case excluded_record(const benchmark_case& candidate, const std::string& why) {
  recorded_case constraint = blank_record(candidate);
  constraint.outcome = status::constraint;
  constraint.reason = why;
  return constraint;
}

json failures_json(const trials& tried) {
  json counts = json::object();
  for (const auto& trial : tried.all()) {
    if (trial.valid()) continue;
    const std::string word = to_text(trial.result);
    counts[word] = counts.value(word, 0) + 1;
  }
  return counts;
}

json tied_json(const tuning_problem& problem, const finals& finals) {
  json tied = json::array();
  for (const auto& entry : finals.finalists) {
    if (!entry.is_tied) continue;
    const auto within = prediction(entry.rounds_ns);
    tied.push_back({{"tuning", configuration_json(problem.cases[entry.index])},
                    {"value", entry.value},
                    {"time_ns", entry.median_ns},
                    {"interval_ns", {within.low, within.high}}});
  }
  return tied;
}

/// The usual configuration beside the winner; null if it was no finalist.
json usual_json(const tuning_problem& problem, const finals& finals) {
  for (const auto& entry : finals.finalists) {
    if (problem.usual != entry.index) continue;
    return {{"tuning", configuration_json(problem.cases[entry.index])},
            {"value", entry.value},
            {"time_ns", entry.median_ns},
            {"rounds_ratio", entry.median_ns / finals.finalists.front().median_ns}};
  }
  return {};
}

/// What the search was told and what it took.
json search_json(const tuned_problem& tuned, const run_description& run) {
  const objective& goal = tuned.tried.goal();
  return {{"objective", goal.name},
          {"unit", goal.unit},
          {"direction", to_text(goal.towards)},
          {"strategy", run.strategy},
          {"budget", run.budget},
          {"seed", run.seed},
          {"evaluations", tuned.tried.all().size()},
          {"configurations", tuned.problem->cases.size()},
          {"excluded", tuned.problem->excluded.size()},
          {"failures", failures_json(tuned.tried)},
          {"boards", tuned.tried.boards()},
          {"spent_s", tuned.tried.spent_s()}};
}

}  // namespace

std::vector<recorded_case> records_of(const tuned_problem& tuned, const run_description& run) {
  const objective& goal = tuned.tried.goal();
  std::vector<recorded_case> records;
  const auto add = [&](const recorded_case& record, const char* role) -> search_history& {
    records.push_back(record);
    records.back().tuning_role = role;
    return records.back().search = {.strategy = run.strategy,
                                    .objective = goal.name,
                                    .direction = to_text(goal.towards)};
  };
  for (const auto& trial : tuned.tried.all())
    add(trial.evaluated.result, "search").cost_s = 1e-3 * trial.cost_ms();
  for (const auto& [candidate, why] : tuned.problem->excluded)
    add(excluded_record(candidate, why), "search");
  if (!tuned.finals) return records;
  for (const auto& entry : tuned.finals->finalists)
    add(entry.evaluated.result, "final").tied = entry.is_tied;
  add(tuned.finals->winner.result, "winner");
  return records;
}

ordered_json t4_of(const tuned_problem& tuned) {
  std::vector<std::pair<ordered_json, trial>> trials;
  for (const auto& trial : tuned.tried.all())
    trials.emplace_back(configuration_json(*tuned.problem->space, trial.index), trial);
  for (const auto& [candidate, why] : tuned.problem->excluded) {
    ordered_json excluded;
    for (const auto& axis : candidate.variant->axes)
      excluded[axis.name] = retime::to_json(candidate.point.values().at(axis.name));
    trials.emplace_back(std::move(excluded), trial{.result = outcome::constraints});
  }
  const objective& goal = tuned.tried.goal();
  return to_t4(trials, goal.name, goal.unit, goal.towards);
}

json entry_of(const tuned_problem& tuned, const run_description& run) {
  const tuning_problem& problem = *tuned.problem;
  const finals& finals = tuned.finals.value();
  const benchmark_case& candidate = problem.cases[finals.finalists.front().index];
  const recorded_case& winner = finals.winner.result;
  json entry = search_json(tuned, run);
  entry["variant"] = candidate.family->id + "/" + candidate.variant->id;
  entry["workload"] = workload_json(candidate);
  entry["tuning"] = configuration_json(candidate);
  entry["value"] = finals.value;
  entry["time_ns"] = finals.time_ns;
  entry["ci_ns"] = {winner.times->stats.ci_low_ns, winner.times->stats.ci_high_ns};
  entry["interval_ns"] = {finals.expected_ns.low, finals.expected_ns.high};
  entry["as_expected"] = finals.as_expected();
  entry["tied"] = tied_json(problem, finals);
  entry["usual"] = usual_json(problem, finals);
  entry["time_is"] = winner.emulated ? "emulated" : "measured";
  entry["utc"] = utc_text();
  return entry;
}

prior neighbour_of(const tuned_problem& other, const tuning_space& here) {
  prior told;
  for (const auto& trial : other.tried.all()) {
    if (const auto index = here.find(other.problem->cases[trial.index].point.values()))
      told.emplace_back(*index, other.tried.told_of(trial));
  }
  return told;
}

std::filesystem::path t4_name(const tuning_problem& problem) {
  std::string name = problem.key;
  std::ranges::replace(name, '/', '_');
  return std::filesystem::path("t4") / (name + ".json");
}

}  // namespace retime::tune
