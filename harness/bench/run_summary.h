// What a run found: for each workload the best time of each variant, and what became of the cases.
#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/record/recorded_run.h"
#include "harness/text/text_table.h"

namespace retime::bench {

/// The best case of a variant at a workload, in one of its forms.
struct summary_row {
  const recorded_case* best = nullptr;  ///< has a measured time
  std::size_t configurations = 0;       ///< of it that were measured there
  std::optional<double> ceiling_share;  ///< of the copy's bytes a second
  std::optional<double> over_base;      ///< times as fast as its base's best there
  bool is_fastest = false;              ///< of the GPU variants there
};

/// The rows of one workload.
struct summary_group {
  std::string family;
  std::map<std::string, axis_value> axes;  ///< that tell it from the run's others, and its size
  std::vector<summary_row> rows;           ///< GPU before CPU, fastest first
};

struct run_summary {
  std::vector<summary_group> groups;  ///< in the order recorded
  /// The tuning axes of which the run has several values, by family; all of a family that has none
  /// such.
  std::map<std::string, std::set<std::string>> shown_tuning;
  std::vector<const recorded_case*> not_correct;  ///< but for what could not run here
  std::map<status, std::size_t> outcomes;
  std::size_t cases = 0, noisy = 0, emulated = 0;  ///< emulated: correct, but without a time
};

/// `run` must outlive the summary.
run_summary summary_of(const recorded_run& run);

/// "family/n=1000/seed=1", as headings and files name a group.
std::string name_of(const summary_group& group);
/// "block=256 unroll=4": of a case the tuning axes that the summary shows of its family.
std::string configuration_of(const recorded_case& tuned, const run_summary& summary);

/// Under a heading for each workload, a row a variant: median, half-width of its 95 % interval,
/// share of the copy's bandwidth, times as fast as its base, configuration.
text_table summary_table(const run_summary& summary);

/// The same for programs: a row a variant under one header, each number in a column of its own, in
/// ns or as a factor.
text_table summary_columns(const run_summary& summary);

/// A run's table, counts and what was not correct.
std::string summary_text(const recorded_run& run, const text_style& style);

/// "12 cases: 10 correct, 2 incorrect; 1 noisy: ...", then the incorrect ones and the like.
std::string counts_text(const run_summary& summary);

/// {"cases", "groups": [{"family", "axes", "rows": [...]}], ...}; times in ns.
nlohmann::json summary_json(const run_summary& summary);

}  // namespace retime::bench
