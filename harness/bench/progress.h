// A line on the terminal while cases are measured, and a result line for each that is done.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/bench/time_left.h"
#include "harness/host/clock.h"
#include "harness/record/recorded_run.h"
#include "harness/sweep/processes/sweep_run.h"

namespace retime::bench {

class progress {
 public:
  /// `cases`: that are to be measured. Quiet: nothing is shown.
  progress(const std::vector<benchmark_case>& cases, const std::map<std::string, double>& known_s,
           const sweep::sweep_run_options& options, bool quiet);
  void begin(const sweep::case_turn& turn);
  void end(const recorded_case& ended);

 private:
  void note_turn();

  time_left left_;
  std::size_t cases_, done_ = 0;
  std::set<std::string> common_;  ///< parts of the key that all cases have
  bool quiet_;
  const benchmark_case* current_ = nullptr;
  stopwatch since_turn_;
};

/// A case's form, outcome, median with the half-width of its interval, cores that the hypervisor
/// took while a CPU variant was timed, fraction of the ceiling.
std::string outcome_text(const recorded_case& result);

/// Key and outcome in one line of at most `width`, of which the key gets what is left; of width 0
/// the whole key, padded.
std::string result_line(const recorded_case& result, const std::string& name, std::size_t width);

/// The parts of keys, such as "block=256", that tell no case from another: those of axes, and the
/// family, of which there is one value alone. None of a single case.
std::set<std::string> common_parts(const std::vector<benchmark_case>& cases);

/// The key without these parts.
std::string short_key(const std::string& key, const std::set<std::string>& common);

/// A line for people where the SM clocks of GPU cases differ by more than 3 %, within a case or
/// among them; nothing else. `locked`: they were to stay.
std::optional<std::string> floating_clocks(const std::map<std::string, recorded_case>& cases,
                                           bool locked);

}  // namespace retime::bench
