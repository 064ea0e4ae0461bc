#include "harness/compare/case_estimate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/measure/inference.h"

namespace retime::compare {
namespace {

std::vector<double> log_medians(const std::vector<case_in_run>& cases) {
  std::vector<double> logs;
  logs.reserve(cases.size());
  for (const auto& one : cases) logs.push_back(std::log(*one.seen->median_ns));
  return logs;
}

/// log(new / old) of the blocks that both runs have.
std::vector<double> block_ratios(const case_in_run& base, const case_in_run& fresh) {
  std::vector<double> ratios;
  for (const auto& [block, time_ns] : fresh.seen->blocks_ns) {
    const auto same = base.seen->blocks_ns.find(block);
    if (same != base.seen->blocks_ns.end()) ratios.push_back(std::log(time_ns / same->second));
  }
  return ratios;
}

bool interleaved(const case_in_run& a, const case_in_run& b) {
  return a.run != b.run && !a.run->session.empty() && a.run->session == b.run->session;
}

/// One estimate for each session in which the case was interleaved with itself.
std::vector<estimate> sessions(const std::vector<case_in_run>& base,
                               const std::vector<case_in_run>& fresh) {
  std::vector<estimate> all;
  for (const auto& old : base) {
    for (const auto& other : fresh) {
      if (!interleaved(old, other)) continue;
      const auto ratios = block_ratios(old, other);
      if (ratios.size() >= 2) all.push_back(from_pairs(ratios, evidence::paired_blocks));
    }
  }
  return all;
}

std::vector<double> log_ratios(const std::vector<estimate>& effects) {
  std::vector<double> logs;
  logs.reserve(effects.size());
  for (const auto& one : effects) logs.push_back(one.log_ratio);
  return logs;
}

/// What sessions of equal code showed: each pair of A/A runs that shares a session counts once.
std::vector<double> equal_sessions(const std::vector<case_in_run>& equal) {
  std::vector<double> logs;
  for (std::size_t i = 0; i < equal.size(); ++i) {
    for (std::size_t j = i + 1; j < equal.size(); ++j) {
      if (!interleaved(equal[i], equal[j])) continue;
      const auto ratios = block_ratios(equal[i], equal[j]);
      if (ratios.size() >= 2) logs.push_back(from_pairs(ratios, evidence::paired_blocks).log_ratio);
    }
  }
  return logs;
}

judged from_sessions(const std::vector<estimate>& found, const std::vector<case_in_run>& equal) {
  // Within one session the block is the unit; over several it is the session, which may have its
  // own bias.
  estimate effect = found.front();
  if (found.size() > 1) effect = from_pairs(log_ratios(found), evidence::paired_runs);
  const estimate wider = widen_to_session_spread(effect, equal_sessions(equal));
  judged result{wider, {}};
  if (wider.standard_error > effect.standard_error)
    result.notes.push_back("spread of A/A sessions");
  return result;
}

std::vector<double> pairs_by_order(const std::vector<case_in_run>& base,
                                   const std::vector<case_in_run>& fresh) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < std::min(base.size(), fresh.size()); ++i) {
    ratios.push_back(std::log(*fresh[i].seen->median_ns / *base[i].seen->median_ns));
  }
  return ratios;
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

judged from_unpaired(const std::vector<case_in_run>& base, const std::vector<case_in_run>& fresh,
                     const std::vector<case_in_run>& equal, const compare_options& options) {
  const auto old = log_medians(base), now = log_medians(fresh);
  const spread learnt = spread_of(log_medians(equal));
  const spread all = spread_of(old) + spread_of(now) + learnt;
  if (all.degrees_of_freedom >= 2) return {from_runs(old, now, learnt), {}};
  // Two runs of one build may agree by chance; what they differ by is the least that must be
  // assumed.
  const double drift = std::max(options.assumed_drift, std::sqrt(all.sum_of_squares));
  return {from_assumed_drift(mean(now) - mean(old), drift, within_of(base, fresh)),
          {fmt::format("drift of {:.3g} % assumed", 100 * drift)}};
}

bool resolution_limited(const std::vector<case_in_run>& runs) {
  return std::ranges::any_of(runs,
                             [](const case_in_run& one) { return one.seen->resolution_limited; });
}

}  // namespace

std::vector<case_in_run> cases_in_runs(const std::string& key, std::span<const timing_run> runs) {
  std::vector<case_in_run> found;
  for (const auto& run : runs) {
    const auto one = run.cases.find(key);
    if (one != run.cases.end() && one->second.status == "correct" && one->second.median_ns) {
      found.push_back({&run, &one->second});
    }
  }
  return found;
}

judged estimate_case(const std::vector<case_in_run>& base, const std::vector<case_in_run>& fresh,
                     const std::vector<case_in_run>& equal, const compare_options& options) {
  judged result;
  const auto interleaved_sessions = sessions(base, fresh);
  if (!interleaved_sessions.empty()) {
    result = from_sessions(interleaved_sessions, equal);
  } else if (options.pair_runs && base.size() == fresh.size() && base.size() >= 2) {
    result = {from_pairs(pairs_by_order(base, fresh), evidence::paired_runs), {}};
  } else {
    result = from_unpaired(base, fresh, equal, options);
  }
  if (resolution_limited(base) || resolution_limited(fresh)) {
    // Readings that a coarse clock rounds to the same tick are not precise.
    result.effect.standard_error = std::max(result.effect.standard_error, within_of(base, fresh));
    result.notes.push_back("resolution limited");
  }
  return result;
}

}  // namespace retime::compare
