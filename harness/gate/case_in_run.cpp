#include "harness/gate/case_in_run.h"

#include <cmath>
#include <map>

namespace retime::gate {
namespace {

using times_by_place = std::map<std::int64_t, double>;

times_by_place by_round(const timed_case& times) {
  times_by_place times_ns;
  for (const auto& process : times.processes) times_ns.emplace(process.round, process.median_ns);
  return times_ns;
}

/// log(new / old) of the places that both have.
std::vector<double> log_ratios(const times_by_place& old, const times_by_place& now) {
  std::vector<double> ratios;
  for (const auto& [place, time_ns] : now) {
    const auto same = old.find(place);
    if (same != old.end()) ratios.push_back(std::log(time_ns / same->second));
  }
  return ratios;
}

void add_pairs(const case_in_run& base, const case_in_run& new_run,
               std::vector<session_pairs>& all) {
  if (base.run == new_run.run || base.run->session.empty() ||
      base.run->session != new_run.run->session)
    return;
  const bool looked_at = base.run->looked_at || new_run.run->looked_at;
  auto ratios = log_ratios(by_round(*base.times), by_round(*new_run.times));
  if (ratios.size() >= 2 || looked_at) {
    all.push_back({std::move(ratios), evidence::paired_processes, looked_at});
    return;
  }
  ratios = log_ratios(base.times->blocks_ns, new_run.times->blocks_ns);
  if (ratios.size() >= 2) all.push_back({std::move(ratios), evidence::paired_blocks, false});
}

}  // namespace

std::vector<case_in_run> cases_in_runs(const std::string& key, std::span<const timing_run> runs) {
  std::vector<case_in_run> cases;
  for (const auto& run : runs) {
    const auto entry = run.cases.find(key);
    if (entry != run.cases.end() && entry->second.status == "correct" && entry->second.median_ns) {
      cases.push_back({&run, &entry->second});
    }
  }
  return cases;
}

std::vector<double> log_medians(const case_in_run& in_run) {
  if (in_run.times->processes.empty()) return {std::log(*in_run.times->median_ns)};
  std::vector<double> logs;
  for (const auto& process : in_run.times->processes) logs.push_back(std::log(process.median_ns));
  return logs;
}

std::vector<session_pairs> pairs_by_session(const std::vector<case_in_run>& base,
                                            const std::vector<case_in_run>& new_runs) {
  std::vector<session_pairs> all;
  for (const auto& old : base) {
    for (const auto& now : new_runs) add_pairs(old, now, all);
  }
  return all;
}

std::vector<session_pairs> pairs_by_session(const std::vector<case_in_run>& equal) {
  std::vector<session_pairs> all;
  for (std::size_t i = 0; i < equal.size(); ++i) {
    for (std::size_t j = i + 1; j < equal.size(); ++j) add_pairs(equal[i], equal[j], all);
  }
  return all;
}

}  // namespace retime::gate
