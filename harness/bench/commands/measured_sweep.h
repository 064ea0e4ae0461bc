// A sweep's cases measured into the folder of a run, with what the terminal shows of it.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "harness/bench/commands/run_flags.h"
#include "harness/sweep/boards.h"

namespace retime::bench {

class measured_sweep {
 public:
  /// `sampling_s`: of a listed case in a process; 0 where none is taken.
  measured_sweep(const run_flags& flags, sweep::boards& device, const planned_sweep& sweep,
                 double sampling_s);

  /// Names the folder, measures the cases that have no record in it, and says what became of them.
  void measure(const std::vector<benchmark_case>& cases);

  const std::filesystem::path& path() const { return path_; }
  /// What this call measured, by key.
  const std::map<std::string, recorded_case>& results() const { return results_; }
  /// 0 if every case of the folder that could run is correct, else 1, or that of an interruption.
  int exit_status() const;

 private:
  nlohmann::json header() const;
  void name_folder(const std::vector<benchmark_case>& left, std::size_t cases) const;

  const run_flags& flags_;
  sweep::boards& boards_;
  const planned_sweep& sweep_;
  double sampling_s_;
  sweep::sweep_run_options options_;
  std::filesystem::path path_;
  std::map<std::string, recorded_case> results_;
  bool all_right_ = true;
};

/// "186 cases, sampling takes at most 31 min".
std::string cost_text(const std::vector<benchmark_case>& cases,
                      const sweep::sweep_run_options& options);

/// Options of the flags for this sweep.
sweep::sweep_run_options options_for(const run_flags& flags, const planned_sweep& sweep,
                                     double sampling_s);

}  // namespace retime::bench
