#include "harness/tune/device/finals.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace retime::tune {
namespace {

bool is_correct(const measured_trial& one) { return one.valid(); }

std::vector<configuration> not_told_from_the_leader(const trials& tried, std::size_t most) {
  std::vector<configuration> correct, chosen;
  std::vector<estimate> times;
  for (const auto& one : tried.all()) {
    if (!is_correct(one)) continue;
    correct.push_back(one.index);
    times.push_back(one.time.around(1e6 * one.value));
  }
  for (const auto i : finalists(times, most)) chosen.push_back(correct[i]);
  return chosen;
}

std::vector<configuration> best_of(const trials& tried, std::size_t most) {
  std::vector<const measured_trial*> correct;
  for (const auto& one : tried.all()) {
    if (is_correct(one)) correct.push_back(&one);
  }
  std::ranges::stable_sort(correct, {}, [&](const measured_trial* one) {
    return std::pair(tried.told_of(*one).value, one->time.median_ns);
  });
  correct.resize(std::min(correct.size(), most));
  std::vector<configuration> chosen;
  for (const auto* one : correct) chosen.push_back(one->index);
  return chosen;
}

/// Side by side; or, where that failed as a whole, by what the search knew.
std::vector<finalist> measured_finalists(const std::vector<configuration>& chosen,
                                         const trials& tried, journaled_evaluator& device,
                                         std::size_t rounds_wanted) {
  std::vector<finalist> measured;
  const auto side_by_side = device.finals(chosen, rounds_wanted);
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const evaluation& one = side_by_side ? (*side_by_side)[i] : tried.find(chosen[i])->evaluated;
    const double value = tried.wanted().value_of(one.record);
    if (one.result.outcome != status::correct || std::isnan(value)) continue;
    const auto times_ns = side_by_side ? rounds_of(one.result) : samples_ns(one.result);
    measured.push_back({chosen[i], one, value, times_ns, median(times_ns)});
  }
  rank(measured, tried.wanted());
  return measured;
}

}  // namespace

std::vector<configuration> chosen_finalists(const tuning_problem& problem, const trials& tried,
                                            std::size_t most) {
  auto chosen =
      tried.wanted().is_least_time ? not_told_from_the_leader(tried, most) : best_of(tried, most);
  if (problem.usual && std::ranges::find(chosen, *problem.usual) == chosen.end()) {
    const measured_trial* known = tried.find(*problem.usual);
    if (known != nullptr && is_correct(*known)) chosen.push_back(*problem.usual);
  }
  return chosen;
}

void rank(std::vector<finalist>& finalists, const objective& wanted) {
  if (finalists.empty()) return;
  std::ranges::stable_sort(finalists, {}, [&](const finalist& one) {
    return std::pair(to_minimise(one.value, wanted.towards), one.median_ns);
  });
  const finalist& best = finalists.front();
  for (auto& one : finalists)
    one.is_tied =
        wanted.is_least_time ? tied(best.rounds_ns, one.rounds_ns) : one.value == best.value;
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
    result.value = tried.wanted().value_of(again.record);
    if (again.result.outcome == status::correct && !std::isnan(result.value)) {
      result.expected_ns = prediction(winner.rounds_ns);
      result.winner = std::move(again);
      result.time_ns = result.winner.result.times->stats.median_ns;
      break;
    }
    result.finalists.erase(result.finalists.begin());  // correct so far, and wrong at last
  }
  if (result.finalists.empty()) return std::nullopt;
  rank(result.finalists, tried.wanted());
  return result;
}

}  // namespace retime::tune
