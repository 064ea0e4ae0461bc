// A sweep in fresh worker processes: each takes its turn through the cases that are still open.
#pragma once

#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/processes/plan.h"
#include "harness/record/run_directory.h"
#include "harness/registry/sweep.h"
#include "harness/worker/worker.h"

namespace retime {

struct sweep_run_options {
  process_plan processes;
  std::map<std::string, process_plan> own_processes;  ///< of cases that have their own plan, by key
  bool timed = true;                                  ///< false: `retime verify`
  bool shuffled =
      false;  ///< each process takes the inputs, and the cases of each, in an order of its own
  std::string cache = "warm";
  std::uint64_t seed = 1;  ///< of those orders
  double timeout_s = 600;  ///< of a case in one process, from when its input is made
  std::string save;        ///< folder for final arrays; empty: none
  std::optional<std::uint64_t> thread_order;  ///< seed of the order of threads; emulation only

  const process_plan& plan_of(const std::string& key) const {
    const auto own = own_processes.find(key);
    return own == own_processes.end() ? processes : own->second;
  }
};

/// A process's turn with a case, both counted from 0.
struct case_turn {
  std::size_t process = 0, place = 0;
  std::size_t cases = 0;  ///< that are this process's
  const benchmark_case* next = nullptr;
};

/// What happens, as it happens.
struct sweep_run_observer {
  std::function<void(const case_turn&)> begins;
  std::function<void(const recorded_case& result)> has_record;
  std::function<bool()> is_interrupted;
};

/// Measures the cases that have no record in `into` and writes their records; goes on where an
/// earlier run of the folder ended. Returns early if interrupted.
void run_sweep(const std::vector<benchmark_case>& cases, worker& device, run_directory& into,
               const sweep_run_options& options, const sweep_run_observer& observer);

}  // namespace retime
