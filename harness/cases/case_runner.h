// The phases of a case, in the only order there is: make input, verify probes, run into poisoned
// output, verify, warm up, time, verify what timed runs left. A variant cannot skip one, and a
// wrong one has no time.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "harness/cases/input_store.h"
#include "harness/cases/prepared_case.h"
#include "harness/record/record.h"

namespace retime::cases {

struct run_options {
  measure_options measuring;
  bool timed = true;      ///< false: `retime verify`
  bool profiled = false;  ///< one more run, which a profiler sees, instead of those that are timed
  bool traced = true;     ///< false: no series along the run, which take a run of their own
  int runs = 1;           ///< that are timed as one, to make a case slower by a known amount
  std::optional<std::filesystem::path> save;
  std::optional<double> ceiling_bytes_per_s;  ///< for the roofline; nothing in emulation
  input_options input{};  ///< its cores are for all that is computed here beside other processes
  std::function<void()> input_is_made = [] {};  ///< called before the case itself begins
};

/// Runs cases. What a case does wrong is in its record, never thrown; bad_input is thrown where the
/// user's input is wrong.
class case_runner {
 public:
  explicit case_runner(run_options options);

  /// How the cases from here on are run.
  void set_options(run_options options);

  recorded_case run(const benchmark_case& benchmark);
  /// The same for several cases at once, timed in interleaved blocks. All of them must fit into
  /// memory side by side.
  std::vector<recorded_case> run_interleaved(std::span<const benchmark_case> cases);

  /// Makes input and references ahead of the case, whose own time they are not; the times they
  /// took. Throws what making them throws.
  phase_times make_input(const benchmark_case& benchmark);
  prepared_case prepare(const benchmark_case& benchmark);
  /// Looks at the case after its timing (after_timing.h) and closes the record.
  void finish(prepared_case& prepared, measurement timing);

 private:
  void begin(host_use next) const;
  int cores_for(const benchmark_case& benchmark) const;
  host_cores cores_of(const benchmark_case& benchmark) const;
  /// What the case does with the host, but for its input and its timing.
  host_use use_of(const benchmark_case& benchmark) const;
  measurement timed(prepared_case& prepared);
  const judged_problem& input_of(const benchmark_case& benchmark, phase_times& took);
  void first_phases(const benchmark_case& benchmark, prepared_case& into);
  /// More runs of a case that is not timed: many of a variant's first case, since what is wrong
  /// every so many runs is wrong in all of them, and few of the others, so that they stay quick.
  void verify_further(prepared_case& prepared, double so_far_s);
  /// The run that a profiler sees; its answer is compared, too.
  void profile(prepared_case& prepared);
  void trace(const benchmark_case& benchmark, prepared_case& into);

  run_options options_;
  int all_cores_;  ///< that parallel loops take unless told otherwise
  input_store inputs_;
  std::map<std::string, host_cores> seen_cores_;  ///< of CPU variants that do not say it
  std::set<std::string> looked_into_;  ///< variants of which a case was verified over many runs
  std::string traced_key_;             ///< workload of what is in `traced_`
  /// Series do not depend on tuning, so one trace serves all tuning points of a variant.
  std::map<std::string, std::map<std::string, series>> traced_;
};

}  // namespace retime::cases
