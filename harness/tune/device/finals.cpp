#include "harness/tune/device/finals.h"

#include <algorithm>

namespace retime::tune {
namespace {

/// Those that may be the best, and the usual configuration to compare them with.
std::vector<configuration> chosen_finalists(const problem& problem, const trials& tried,
                                            std::size_t most) {
  std::vector<const attempt*> correct;
  std::vector<estimate> times;
  for (const auto& one : tried.all()) {
    if (!one.as_trial.valid()) continue;
    correct.push_back(&one);
    times.push_back(one.time);
    // Ranked by what is minimised, with the scatter of the times.
    const double shift = one.as_trial.objective * 1e6 - one.time.median_ns;
    times.back().median_ns += shift;
    times.back().low_ns += shift;
    times.back().high_ns += shift;
  }
  std::vector<configuration> chosen;
  for (const auto i : finalists(times, most)) chosen.push_back(correct[i]->which);
  if (problem.usual && std::ranges::find(chosen, *problem.usual) == chosen.end()) {
    const attempt* known = tried.find(*problem.usual);
    if (known != nullptr && known->as_trial.valid()) chosen.push_back(*problem.usual);
  }
  return chosen;
}

/// Side by side; or, where that failed as a whole, by what the search knew.
std::vector<finalist> measured_finalists(const std::vector<configuration>& chosen,
                                         const trials& tried, journaled_evaluator& device,
                                         std::size_t rounds_wanted) {
  std::vector<finalist> measured;
  const auto reported = device.finals(chosen, rounds_wanted);
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (!reported) {
      const reported_case& known = tried.find(chosen[i])->evaluated.reported;
      const auto samples = samples_ns(known.result);
      measured.push_back({chosen[i], known, samples, median(samples)});
    } else if (const reported_case& one = (*reported)[i]; one.result.outcome == status::correct) {
      const auto medians_ns = rounds_of(one.result);
      measured.push_back({chosen[i], one, medians_ns, median(medians_ns)});
    }
  }
  std::ranges::stable_sort(measured, {}, &finalist::median_ns);
  return measured;
}

}  // namespace

std::optional<finals> run_finals(const problem& problem, const trials& tried,
                                 journaled_evaluator& device, const finals_options& options) {
  const auto chosen = chosen_finalists(problem, tried, options.most_finalists);
  if (chosen.empty()) return std::nullopt;
  finals result{.finalists = measured_finalists(chosen, tried, device, options.rounds),
                .expected_ns = {},
                .winner = {}};
  while (!result.finalists.empty()) {
    const finalist& winner = result.finalists.front();
    evaluation again = device.confirm(winner.which, options.precision, options.confirm_budget_s);
    if (again.reported.result.outcome == status::correct) {
      result.expected_ns = prediction(winner.rounds_ns);
      result.winner = std::move(again.reported);
      result.time_ns = result.winner.result.times->stats.median_ns;
      break;
    }
    result.finalists.erase(result.finalists.begin());  // correct so far, and wrong at last
  }
  if (result.finalists.empty()) return std::nullopt;
  const rounds& best = result.finalists.front().rounds_ns;
  for (auto& one : result.finalists) one.is_tied = tied(best, one.rounds_ns);
  return result;
}

}  // namespace retime::tune
