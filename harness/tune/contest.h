// Strategies x spaces x seeds: runs the replays over threads and scores them.
#pragma once

#include <filesystem>

#include "harness/tune/formats.h"
#include "harness/tune/score.h"

namespace retime::tune {

struct contest_options {
  std::vector<std::string> strategies;
  std::size_t seeds = 30, evaluations = 200, threads = 1;
  std::vector<std::size_t> columns = default_columns;  ///< those beyond `evaluations` are dropped
};

/// Best strategies first, by P; the exact random baseline stands among them.
std::vector<strategy_score> contest(const std::vector<recording>& spaces,
                                    const contest_options& options);

/// Scores runs made elsewhere: a file with one line {"space", "strategy", "seed", "values"} a run,
/// null for a failure. A strategy that lacks a run on some space is left out and named in
/// `left_out`. Throws bad_input.
std::vector<strategy_score> score_trajectories(const std::filesystem::path& file,
                                               const std::vector<recording>& spaces,
                                               const contest_options& options,
                                               std::vector<std::string>& left_out);

/// A Markdown table of all strategies.
std::string table(const std::vector<strategy_score>& scores,
                  const std::vector<std::size_t>& columns);
ordered_json to_json(const std::vector<strategy_score>& scores, const contest_options& options);

}  // namespace retime::tune
