#include "harness/gate/case_estimate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/gate/host_change.h"
#include "harness/gate/sequential.h"
#include "harness/gate/session_pairs.h"
#include "harness/gate/unpaired.h"
#include "harness/measure/inference.h"

namespace retime::gate {
namespace {

/// One estimate, or one for each look at a session.
struct evidence_found {
  std::vector<estimate> looks;
  bool few_units = false;
  bool hidden_by_host = false;
  std::vector<std::string> notes{};
};

run_logs logs_of(const std::vector<case_in_run>& runs) {
  run_logs logs;
  for (const auto& one : runs) logs.push_back(log_medians(one));
  return logs;
}

evidence_found from_few_pairs(std::span<const double> log_ratios, evidence from,
                              const compare_options& options) {
  evidence_found result{.looks = {from_pairs(log_ratios, from)}};
  const auto pairs = static_cast<double>(log_ratios.size());
  if (!few(pairs - 1, options.alpha)) return result;
  double& error = result.looks.front().standard_error;
  error = std::max(error, options.assumed_drift / std::sqrt(pairs));
  result.few_units = true;
  result.notes = {fmt::format("few: a deviation of {:.3g} % assumed", 100 * options.assumed_drift)};
  return result;
}

evidence_found from_looks(const session_pairs& session, const compare_options& options) {
  const auto& ratios = session.log_ratios;
  evidence_found result{.looks = estimates_at_looks(ratios, options.alpha)};
  if (!result.looks.empty()) return result;
  result.looks = {unmeasured(ratios.empty() ? 0 : mean(ratios))};
  result.looks.front().from = session.from;
  result.looks.front().units = ratios.size();
  result.few_units = true;
  result.notes = {"too few pairs for a first look"};
  return result;
}

/// Means of the sessions, which are units of their own: each may have its own bias.
std::vector<double> means(const std::vector<session_pairs>& sessions) {
  std::vector<double> all;
  for (const auto& one : sessions) {
    if (one.log_ratios.size() >= 2) all.push_back(from_pairs(one.log_ratios, one.from).log_ratio);
  }
  return all;
}

evidence_found from_sessions(const std::vector<session_pairs>& found,
                             const std::vector<case_in_run>& equal,
                             const compare_options& options) {
  evidence_found result;
  if (const auto each = means(found); each.size() > 1) {
    result = from_few_pairs(each, evidence::paired_runs, options);
  } else if (found.front().looked_at) {
    result = from_looks(found.front(), options);
  } else {
    result = from_few_pairs(found.front().log_ratios, found.front().from, options);
  }
  const double before = result.looks.back().standard_error;
  const auto of_equal_code = means(pairs_by_session(equal));
  for (auto& effect : result.looks) effect = widen_to_session_spread(effect, of_equal_code);
  if (result.looks.back().standard_error > before)
    result.notes.emplace_back("spread of A/A sessions");
  return result;
}

std::vector<double> pairs_by_order(const std::vector<case_in_run>& base,
                                   const std::vector<case_in_run>& fresh) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < base.size(); ++i)
    ratios.push_back(mean(log_medians(fresh[i])) - mean(log_medians(base[i])));
  return ratios;
}

bool decides(const estimate& effect, const compare_options& options) {
  return decide(effect, test(effect, options.margin), options.alpha) != verdict::undecided;
}

/// Runs that did not alternate may have met a host of another pace.
evidence_found from_separate_runs(const std::vector<case_in_run>& base,
                                  const std::vector<case_in_run>& fresh,
                                  const std::vector<case_in_run>& equal,
                                  const compare_options& options) {
  auto found = from_unpaired(logs_of(base), logs_of(fresh), logs_of(equal), options);
  evidence_found result{
      .looks = {found.effect}, .few_units = found.few_units, .notes = std::move(found.notes)};
  const double by_host = explained_by_host(base, fresh);
  estimate& effect = result.looks.front();
  const bool decided = decides(effect, options);
  if (by_host > effect.standard_error)
    result.notes.push_back(
        fmt::format("up to {:.0f} % by the host's pace", 100 * std::expm1(by_host)));
  effect.standard_error = std::hypot(effect.standard_error, by_host);
  result.hidden_by_host = decided && !decides(effect, options);
  return result;
}

evidence_found gather(const std::vector<case_in_run>& base, const std::vector<case_in_run>& fresh,
                      const std::vector<case_in_run>& equal, const compare_options& options) {
  const auto sessions = pairs_by_session(base, fresh);
  if (!sessions.empty()) return from_sessions(sessions, equal, options);
  if (options.pair_runs && base.size() == fresh.size() && base.size() >= 2)
    return from_few_pairs(pairs_by_order(base, fresh), evidence::paired_runs, options);
  return from_separate_runs(base, fresh, equal, options);
}

double within_of(const std::vector<case_in_run>& base, const std::vector<case_in_run>& fresh) {
  double squares = 0;
  for (const auto* side : {&base, &fresh}) {
    double sum = 0;
    for (const auto& one : *side) sum += one.seen->within * one.seen->within;
    squares += sum / static_cast<double>(side->size() * side->size());
  }
  return std::sqrt(squares);
}

bool resolution_limited(const std::vector<case_in_run>& runs) {
  return std::ranges::any_of(runs,
                             [](const case_in_run& one) { return one.seen->resolution_limited; });
}

}  // namespace

judged estimate_case(const std::vector<case_in_run>& base, const std::vector<case_in_run>& fresh,
                     const std::vector<case_in_run>& equal, const compare_options& options) {
  auto found = gather(base, fresh, equal, options);
  if (resolution_limited(base) || resolution_limited(fresh)) {
    // Readings that a coarse clock rounds to the same tick are not precise.
    const double least = within_of(base, fresh);
    for (auto& effect : found.looks) effect.standard_error = std::max(effect.standard_error, least);
    found.notes.emplace_back("resolution limited");
  }
  return {.effect = found.looks.back(),
          .p = test_over_looks(found.looks, options.margin),
          .few_units = found.few_units,
          .hidden_by_host = found.hidden_by_host,
          .notes = std::move(found.notes)};
}

}  // namespace retime::gate
