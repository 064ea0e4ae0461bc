// The audit on this machine: equal code, and the same code made slower in a known way, through the
// engine that times everything else.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/cases/case_runner.h"
#include "harness/gate/audit/audit.h"

namespace retime::gate {

struct machine_plan {
  std::vector<double> slowdowns{0, 0.01, 0.02, 0.05};
  int sessions = 20;      ///< comparisons of each case at each slow-down
  double budget_s = 0.5;  ///< sampling time of one side of a comparison
  std::uint64_t seed = 1;
};

/// The least number of runs that can be lengthened by each of the slow-downs exactly: 100 for 1 %.
/// At most 1000. Throws bad_input if there is none.
int runs_per_sample(const std::vector<double>& slowdowns);

/// One case's share of the audit.
struct audited_case {
  std::string key;
  std::string reason;               ///< why it could not be audited; else empty
  double median_ns = 0;             ///< of one run
  std::vector<double> half_widths;  ///< of the A/A intervals, relative
  confusion_matrix matrix;
};

/// Prepares and verifies the case, then times in each session, all interleaved block by block: the
/// case, the case again, and the case at each slow-down. Each comparison is decided alone.
audited_case audit_on_machine(cases::case_runner& runner, const benchmark_case& what,
                              const machine_plan& plan, const compare_options& options);

}  // namespace retime::gate
