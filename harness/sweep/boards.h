// What commands measure on: one device, or the boards of all ranks of an MPI job.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/cases/worker/board_workers.h"
#include "harness/measure/clock_lock.h"
#include "harness/sweep/processes/sweep_run.h"
#include "harness/sweep/ranks/members.h"

namespace retime::sweep {

class boards {
 public:
  virtual ~boards() = default;
  /// The header of a run on them, now. Starts what measures.
  virtual const nlohmann::json& header() = 0;
  /// Measures the cases that have no record in `into`; see sweep_run.h and sweep_ranks.h.
  virtual void sweep(const std::vector<benchmark_case>& cases,
                     const std::map<std::string, double>& seconds, run_directory& into,
                     const sweep_run_options& options, const sweep_run_observer& observer) = 0;
};

/// The ranks that measure for this one, if a launcher started it as the first of several; nothing
/// if it is alone. Does not return in the other ranks: they measure until the first one ends. To be
/// called before anything that may fail, so that no rank waits for one that did.
std::unique_ptr<ranks::members> joined_ranks();

struct board_choice {
  std::string device;  ///< as in --device; with ranks, whose boards are all taken, auto or all
  std::uint64_t seed = 0;
  /// Locks the device's SM clock from the first header on, as long as the boards live.
  std::optional<sm_clock> locked_clock{};
  bool is_part = false;  ///< other parts of the sweep may be under way on this host
};

/// Boards for a sweep. "all" without ranks does the whole command by mpirun, and throws its
/// exit_status. Throws bad_input where the choice is not right here.
std::unique_ptr<boards> boards_to_sweep(const board_choice& choice,
                                        std::unique_ptr<ranks::members> ranks);

/// The same boards, to ask them one by one.
std::unique_ptr<cases::board_workers> boards_to_ask(const board_choice& choice,
                                                    std::unique_ptr<ranks::members> ranks);

/// The device of that name, in this process, where a profiler looks: it may not follow workers, and
/// these are killed before it has written what it saw. sweep() profiles each case once
/// (run_options); what stops the process, a crash or a hang, ends the run. Throws bad_input where
/// the name is not right here.
std::unique_ptr<boards> profiled_in_this_process(const std::string& device, std::uint64_t seed);

}  // namespace retime::sweep
