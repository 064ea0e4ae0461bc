#include "harness/tune/live/verdict.h"

#include <algorithm>

namespace retime::tune {
namespace {

using nlohmann::json;

/// Those that may be the best, and the variant's usual configuration to compare them with.
std::vector<configuration> choose(const problem& of, const history& searched, std::size_t most) {
  std::vector<const tried*> correct;
  std::vector<estimate> times;
  for (const auto& one : searched.all()) {
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
  if (of.usual && std::ranges::find(chosen, *of.usual) == chosen.end()) {
    const tried* usual = searched.find(*of.usual);
    if (usual != nullptr && usual->as_trial.valid()) chosen.push_back(*of.usual);
  }
  return chosen;
}

/// Side by side; or, where that failed as a whole, by what the search knew.
std::vector<finalist> measure(const std::vector<configuration>& chosen, const history& searched,
                              bench& on, std::size_t rounds_wanted) {
  std::vector<finalist> found;
  const auto records = on.finals(chosen, rounds_wanted);
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const tried& known = *searched.find(chosen[i]);
    if (!records) {
      const auto samples = samples_ns(known.found.record);
      found.push_back({chosen[i], known.found.record, samples, median(samples)});
    } else if (outcome_of((*records)[i]) == outcome::correct) {
      const auto blocks = rounds_of((*records)[i]);
      found.push_back({chosen[i], (*records)[i], blocks, median(blocks)});
    }
  }
  std::ranges::stable_sort(found, {}, &finalist::median_ns);
  return found;
}

}  // namespace

std::optional<verdict> decide(const problem& of, const history& searched, bench& on,
                              const verdict_options& options) {
  const auto chosen = choose(of, searched, options.most_finalists);
  if (chosen.empty()) return std::nullopt;
  verdict result{
      .finalists = measure(chosen, searched, on, options.rounds), .expected_ns = {}, .winner = {}};
  while (!result.finalists.empty()) {
    finalist& winner = result.finalists.front();
    const evaluation again = on.confirm(winner.which, options.precision, options.confirm_budget_s);
    if (outcome_of(again.record) == outcome::correct) {
      result.expected_ns = prediction(winner.rounds_ns);
      result.winner = again.record;
      result.time_ns = again.record.at("statistics").at("median_ns");
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
