// A tuning on this machine: one problem after the other is searched, and each starts from what
// those before it found.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/tune/device/journal.h"
#include "harness/tune/device/results.h"
#include "harness/tune/device/search.h"

namespace retime::tune {

struct tuning_options {
  search_options search;  ///< of each problem
  std::string cache;
  double precision = 0.01;            ///< of the winner's time
  std::vector<recording> neighbours;  ///< where each search starts
  bool is_emulated = false;
};

class tuning {
 public:
  /// `out`: the run's folder. All others must outlive it.
  tuning(const tuning_options& options, evaluator& device, journal& journal,
         std::filesystem::path out)
      : options_(options), device_(device), journal_(journal), out_(std::move(out)) {}

  /// Searches, measures the finalists, reports, and writes the T4 file and all records so far.
  void tune(const tuning_problem& problem);
  /// Whether each problem has a winner that has a valid configuration.
  bool all_won() const;
  /// What the winners are in best.json.
  std::vector<nlohmann::json> entries() const;

 private:
  run_description description() const;
  void search_problem(const tuning_problem& problem);

  const tuning_options& options_;
  evaluator& device_;
  journal& journal_;
  std::filesystem::path out_;
  std::vector<tuned_problem> done_;
};

}  // namespace retime::tune
