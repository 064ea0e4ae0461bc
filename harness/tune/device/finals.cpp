#include "harness/tune/device/finals.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace retime::tune {
namespace {

bool is_correct(const measured_trial& trial) { return trial.valid(); }

std::vector<configuration> not_told_from_the_leader(const trials& tried, std::size_t most) {
  std::vector<configuration> correct, chosen;
  std::vector<estimate> times;
  for (const auto& trial : tried.all()) {
    if (!is_correct(trial)) continue;
    correct.push_back(trial.index);
    times.push_back(trial.time.around(1e6 * trial.value));
  }
  for (const auto i : finalists(times, most)) chosen.push_back(correct[i]);
  return chosen;
}

std::vector<configuration> best_of(const trials& tried, std::size_t most) {
  std::vector<const measured_trial*> correct;
  for (const auto& trial : tried.all()) {
    if (is_correct(trial)) correct.push_back(&trial);
  }
  std::ranges::stable_sort(correct, {}, [&](const measured_trial* trial) {
    return std::pair(tried.told_of(*trial).value, trial->time.median_ns);
  });
  correct.resize(std::min(correct.size(), most));
  std::vector<configuration> chosen;
  for (const auto* trial : correct) chosen.push_back(trial->index);
  return chosen;
}

/// Side by side; or, where that failed as a whole, by what the search knew.
std::vector<finalist> measured_finalists(const std::vector<configuration>& chosen,
                                         const trials& tried, journaled_evaluator& device,
                                         std::size_t rounds_wanted) {
  std::vector<finalist> measured;
  const auto side_by_side = device.finals(chosen, rounds_wanted);
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const evaluation& evaluated =
        side_by_side ? (*side_by_side)[i] : tried.find(chosen[i])->evaluated;
    const double value = tried.goal().value_of(evaluated.record);
    if (evaluated.result.outcome != status::correct || std::isnan(value)) continue;
    const auto times_ns = side_by_side ? rounds_of(evaluated.result) : samples_ns(evaluated.result);
    measured.push_back({chosen[i], evaluated, value, times_ns, median(times_ns)});
  }
  rank(measured, tried.goal());
  return measured;
}

}  // namespace

std::vector<configuration> chosen_finalists(const tuning_problem& problem, const trials& tried,
                                            std::size_t most) {
  auto chosen =
      tried.goal().is_least_time ? not_told_from_the_leader(tried, most) : best_of(tried, most);
  if (problem.usual && std::ranges::find(chosen, *problem.usual) == chosen.end()) {
    const measured_trial* usual = tried.find(*problem.usual);
    if (usual != nullptr && is_correct(*usual)) chosen.push_back(*problem.usual);
  }
  return chosen;
}

void rank(std::vector<finalist>& finalists, const objective& goal) {
  if (finalists.empty()) return;
  std::ranges::stable_sort(finalists, {}, [&](const finalist& entry) {
    return std::pair(to_minimise(entry.value, goal.towards), entry.median_ns);
  });
  const finalist& best = finalists.front();
  for (auto& entry : finalists)
    entry.is_tied =
        goal.is_least_time ? tied(best.rounds_ns, entry.rounds_ns) : entry.value == best.value;
}

std::optional<finals> run_finals(const tuning_problem& problem, const trials& tried,
                                 journaled_evaluator& device, const finals_options& options) {
  const auto chosen = chosen_finalists(problem, tried, options.most_finalists);
  if (chosen.empty()) return std::nullopt;
  finals result{.finalists = measured_finalists(chosen, tried, device, options.rounds),
                .expected_ns = {},
                .winner = {}};
  while (!result.finalists.empty()) {
    const finalist& winner = result.finalists.front();
    evaluation again = device.confirm(winner.index, options.precision, options.confirm_budget_s);
    result.value = tried.goal().value_of(again.record);
    if (again.result.outcome == status::correct && !std::isnan(result.value)) {
      result.expected_ns = prediction(winner.rounds_ns);
      result.winner = std::move(again);
      result.time_ns = result.winner.result.times->stats.median_ns;
      break;
    }
    result.finalists.erase(result.finalists.begin());  // correct so far, and wrong at last
  }
  if (result.finalists.empty()) return std::nullopt;
  rank(result.finalists, tried.goal());
  return result;
}

}  // namespace retime::tune
