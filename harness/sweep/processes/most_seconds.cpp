#include "harness/sweep/processes/most_seconds.h"

namespace retime::sweep {

double most_seconds(const std::vector<benchmark_case>& cases, const sweep_run_options& options,
                    bool is_emulation) {
  double sum_s = 0;
  for (const auto& one : cases) {
    const bool is_emulated = is_emulation && one.variant->runs_on == processor::gpu;
    if (!options.timed || is_emulated || one.variant->invalid(one.at)) continue;
    sum_s += options.plan_of(one.key).budget_s;
  }
  return sum_s;
}

}  // namespace retime::sweep
