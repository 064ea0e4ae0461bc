#include "harness/sweep/processes/sweep_run.h"

#include <limits>
#include <nlohmann/json.hpp>

namespace retime::sweep {

void run_sweep(const std::vector<benchmark_case>& cases, cases::worker& device, run_directory& into,
               const sweep_run_options& options, const sweep_run_observer& observer) {
  case_pool pool(one_group(cases));
  board_sweep board(pool, into, options, "", std::numeric_limits<double>::infinity());
  while (const auto turn = board.next()) {
    if (observer.is_interrupted()) return;
    if (board.wants_fresh_process(*turn)) device.stop();
    observer.begins(*turn);
    const auto reply = device.ask(board.request(*turn), options.timeout_s);
    if (const auto result = board.take(*turn, reply)) observer.has_record(*result);
  }
  into.finish();
}

double most_seconds(const std::vector<benchmark_case>& cases, const sweep_run_options& options,
                    bool is_emulation) {
  double sum_s = 0;
  for (const auto& each : cases) {
    const bool is_emulated = is_emulation && each.variant->runs_on == processor::gpu;
    if (!options.timed || is_emulated || each.variant->invalid(each.point)) continue;
    sum_s += options.plan_of(each.key).budget_s;
  }
  return sum_s;
}

}  // namespace retime::sweep
