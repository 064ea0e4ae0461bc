// The ways of measuring two builds that `compare` knows, tried on made-up machines.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "harness/gate/audit/audit.h"
#include "harness/gate/audit/noise.h"

namespace retime::gate {

struct design {
  std::string name;
  int runs = 1, processes = 1;  ///< a side; processes of each run
  bool paired = false;          ///< the i-th runs of both sides follow each other, in random order
  bool looked_at = false;       ///< one session, looked at after each pair of processes and ended
                                ///< when it is decided; `processes` is the most
};

std::vector<design> designs();

/// What a comparison by the design says of code that takes `slowdown` longer.
verdict judge(const design& how, noise_source& machine, double slowdown,
              const compare_options& options);

/// A design on a machine.
struct design_audit {
  std::string machine, design;
  confusion_matrix matrix;
};

/// Each design on each machine, `plan.streams` comparisons at each slow-down.
std::vector<design_audit> audit_designs(const synthetic_plan& plan, const compare_options& options);

/// False: faster or slower at 0. Found: slower at a slow-down.
std::string table(const std::vector<design_audit>& audits);
nlohmann::json to_json(const std::vector<design_audit>& audits);

}  // namespace retime::gate
