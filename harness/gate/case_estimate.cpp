#include "harness/gate/case_estimate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/gate/case_in_run.h"
#include "harness/gate/sequential.h"
#include "harness/gate/unpaired.h"
#include "harness/measure/inference.h"

namespace retime::gate {
namespace {

/// One estimate, or one for each look at a session.
struct gathered_evidence {
  std::vector<effect_estimate> looks;
  bool few_units = false;
  bool hidden_by_host = false;
  std::vector<std::string> notes{};
};

run_logs logs_of(const std::vector<case_in_run>& runs) {
  run_logs logs;
  for (const auto& in_run : runs) logs.push_back(log_medians(in_run));
  return logs;
}

gathered_evidence from_few_pairs(std::span<const double> log_ratios, evidence basis,
                                 const compare_options& options) {
  gathered_evidence result{.looks = {from_pairs(log_ratios, basis)}};
  const auto pairs = static_cast<double>(log_ratios.size());
  if (!few(pairs - 1, options.alpha)) return result;
  double& error = result.looks.front().standard_error;
  error = std::max(error, options.assumed_drift / std::sqrt(pairs));
  result.few_units = true;
  result.notes = {fmt::format("few: a deviation of {:.3g} % assumed", 100 * options.assumed_drift)};
  return result;
}

gathered_evidence from_looks(const session_pairs& session, const compare_options& options) {
  const auto& ratios = session.log_ratios;
  gathered_evidence result{.looks = estimates_at_looks(ratios, options.alpha)};
  if (!result.looks.empty()) return result;
  result.looks = {unmeasured(ratios.empty() ? 0 : mean(ratios))};
  result.looks.front().basis = session.basis;
  result.looks.front().units = ratios.size();
  result.few_units = true;
  result.notes = {"too few pairs for a first look"};
  return result;
}

/// Means of the sessions, which are units of their own: each may have its own bias.
std::vector<double> means(const std::vector<session_pairs>& sessions) {
  std::vector<double> all;
  for (const auto& session : sessions) {
    if (session.log_ratios.size() >= 2)
      all.push_back(from_pairs(session.log_ratios, session.basis).log_ratio);
  }
  return all;
}

gathered_evidence from_sessions(const std::vector<session_pairs>& sessions,
                                const std::vector<case_in_run>& equal,
                                const compare_options& options) {
  gathered_evidence result;
  if (const auto each = means(sessions); each.size() > 1) {
    result = from_few_pairs(each, evidence::paired_runs, options);
  } else if (sessions.front().looked_at) {
    result = from_looks(sessions.front(), options);
  } else {
    result = from_few_pairs(sessions.front().log_ratios, sessions.front().basis, options);
  }
  const double before = result.looks.back().standard_error;
  const auto of_equal_code = means(pairs_by_session(equal));
  for (auto& effect : result.looks) effect = widen_to_session_spread(effect, of_equal_code);
  if (result.looks.back().standard_error > before)
    result.notes.emplace_back("spread of A/A sessions");
  return result;
}

std::vector<double> pairs_by_order(const std::vector<case_in_run>& base,
                                   const std::vector<case_in_run>& new_runs) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < base.size(); ++i)
    ratios.push_back(mean(log_medians(new_runs[i])) - mean(log_medians(base[i])));
  return ratios;
}

bool decides(const effect_estimate& effect, const compare_options& options) {
  return decide(effect, test(effect, options.margin), options.alpha) != verdict::undecided;
}

/// Runs that did not alternate may have met a host of another pace.
gathered_evidence from_separate_runs(const std::vector<case_in_run>& base,
                                     const std::vector<case_in_run>& new_runs,
                                     const std::vector<case_in_run>& equal,
                                     const compare_options& options) {
  auto estimated = from_unpaired(logs_of(base), logs_of(new_runs), logs_of(equal), options);
  gathered_evidence result{.looks = {estimated.effect},
                           .few_units = estimated.few_units,
                           .notes = std::move(estimated.notes)};
  const double by_host = explained_by_host(base, new_runs);
  effect_estimate& effect = result.looks.front();
  const bool decided = decides(effect, options);
  if (by_host > effect.standard_error)
    result.notes.push_back(
        fmt::format("up to {:.0f} % by the host's pace", 100 * std::expm1(by_host)));
  effect.standard_error = std::hypot(effect.standard_error, by_host);
  result.hidden_by_host = decided && !decides(effect, options);
  return result;
}

gathered_evidence gather(const std::vector<case_in_run>& base,
                         const std::vector<case_in_run>& new_runs,
                         const std::vector<case_in_run>& equal, const compare_options& options) {
  const auto sessions = pairs_by_session(base, new_runs);
  if (!sessions.empty()) return from_sessions(sessions, equal, options);
  if (options.pair_runs && base.size() == new_runs.size() && base.size() >= 2)
    return from_few_pairs(pairs_by_order(base, new_runs), evidence::paired_runs, options);
  return from_separate_runs(base, new_runs, equal, options);
}

double within_of(const std::vector<case_in_run>& base, const std::vector<case_in_run>& new_runs) {
  double squares = 0;
  for (const auto* side : {&base, &new_runs}) {
    double sum = 0;
    for (const auto& in_run : *side) sum += in_run.times->within * in_run.times->within;
    squares += sum / static_cast<double>(side->size() * side->size());
  }
  return std::sqrt(squares);
}

bool resolution_limited(const std::vector<case_in_run>& runs) {
  return std::ranges::any_of(
      runs, [](const case_in_run& in_run) { return in_run.times->resolution_limited; });
}

}  // namespace

judged_case estimate_case(const std::vector<case_in_run>& base,
                          const std::vector<case_in_run>& new_runs,
                          const std::vector<case_in_run>& equal, const compare_options& options) {
  auto gathered = gather(base, new_runs, equal, options);
  if (resolution_limited(base) || resolution_limited(new_runs)) {
    // Readings that a coarse clock rounds to the same tick are not precise.
    const double least = within_of(base, new_runs);
    for (auto& effect : gathered.looks)
      effect.standard_error = std::max(effect.standard_error, least);
    gathered.notes.emplace_back("resolution limited");
  }
  return {.effect = gathered.looks.back(),
          .p = test_over_looks(gathered.looks, options.margin),
          .few_units = gathered.few_units,
          .hidden_by_host = gathered.hidden_by_host,
          .notes = std::move(gathered.notes)};
}

}  // namespace retime::gate
