#include "harness/gate/case_in_run.h"

#include <cmath>

namespace retime::gate {

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

std::vector<double> log_medians(const case_in_run& one) {
  if (one.seen->processes.empty()) return {std::log(*one.seen->median_ns)};
  std::vector<double> logs;
  for (const auto& process : one.seen->processes) logs.push_back(std::log(process.median_ns));
  return logs;
}

}  // namespace retime::gate
