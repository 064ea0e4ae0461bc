// The flags of `run` and `verify`.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "harness/measure/clock_lock.h"
#include "harness/registry/planned_sweep.h"
#include "harness/sweep/flags/sweep_flags.h"
#include "harness/sweep/processes/shard.h"
#include "harness/sweep/processes/sweep_run.h"

namespace retime::bench {

struct run_flags {
  explicit run_flags(bool is_timed) : timed(is_timed) {}

  sweep::sweep_flags sweep;
  double precision = 0.01, timeout_s = 600;
  std::optional<double> budget_s;
  std::string out, save, cache = "warm", stop = default_stopping_rule;
  std::string processes;                 ///< empty: as the profile has it
  std::optional<std::string> tuned;      ///< a table; empty: that of this GPU
  std::optional<std::int64_t> shuffle;   ///< seed of the order of threads
  std::optional<sweep::shard> part;      ///< nothing: all cases
  std::optional<sm_clock> locked_clock;  ///< nothing: it floats
  bool resume = false, dry_run = false, interleave = false, quiet = false;
  bool profile_once = false;  ///< one run of each case, in this process, for a profiler
  bool timed;                 ///< false: `verify`, and with profile_once

  void add_to(CLI::App& command);
  /// Both throw bad_input; the first for flags of `command` that contradict each other.
  void check_together(const CLI::App& command) const;
  void check() const;
  sweep::sweep_run_options options() const;
  /// The plans of listed cases, unless the user says how many processes; seconds as claim_list has
  /// them.
  std::map<std::string, sweep::process_plan> own_processes(const planned_sweep& planned,
                                                           double sampling_s) const;
  /// What records of one folder have in common besides the machine and the program.
  nlohmann::json measuring(double sampling_s) const;

 private:
  nlohmann::json measuring_of_whole(double sampling_s) const;
  bool leaves_processes_open() const { return timed && processes.empty() && !interleave; }
};

}  // namespace retime::bench
