// What a case took over many runs: an append-only file with one JSON line for each run, and the
// trend in it.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/gate/estimate.h"
#include "harness/gate/history/step_detection.h"
#include "harness/gate/timing_run.h"

namespace retime::gate {

/// One run of a history: who ran what where, and the measured times.
struct history_entry {
  std::string utc, git_sha;
  bool git_dirty = false;
  environment gpu, host;
  struct time {
    double median_ns = 0;
    bool on_gpu = true;
  };
  std::map<std::string, time> cases;  ///< correct, measured cases alone
};

/// The entry of a run directory. Throws bad_input.
history_entry entry_of(const std::filesystem::path& run_directory);

/// Entries of a history file, or of the run directories in a folder; ordered by time. A last line
/// that a kill cut short while it was appended is left out. Throws bad_input.
std::vector<history_entry> read_history(const std::filesystem::path& path);

struct appended {
  bool is_new = false;       ///< else the file held the run already (same time, program and device)
  bool removed_cut = false;  ///< what an append that was killed had left of its line
};

/// Appends the run as one whole line unless the file holds it; waits while another program appends.
/// Throws bad_input, and then the file is as before.
appended append_to_history(const std::filesystem::path& file, const history_entry& entry);

nlohmann::json to_json(const history_entry& entry);

/// A lasting change of level.
struct history_step {
  std::size_t first_run = 0;  ///< index of the first run on the new level
  effect_estimate
      effect;  ///< log of new over old level; the runs of either side are the replicates
  std::vector<std::string>
      also_changed;  ///< conditions that changed with it ("driver: 12.8 -> 13.0")
};

/// One case on one device.
struct history_series {
  std::string key, device;
  std::vector<const history_entry*> runs;
  std::vector<double> median_ns;  ///< one for each run
  std::vector<history_step> steps;
};

/// All series whose key the regular expression finds. The entries must outlive the result. Throws
/// bad_input.
std::vector<history_series> trends(const std::vector<history_entry>& history,
                                   const std::string& filter, const step_options& options);

std::string history_table(const std::vector<history_series>& all);
std::string history_markdown(const std::vector<history_series>& all);
nlohmann::json history_json(const std::vector<history_series>& all, const step_options& options);

}  // namespace retime::gate
