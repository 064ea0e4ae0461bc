// Strategies x spaces x seeds: runs the replays over threads and scores them.
#pragma once

#include <filesystem>
#include <functional>

#include "harness/tune/score.h"
#include "harness/tune/t4.h"

namespace retime::tune {

struct contest_options {
  std::vector<std::string> strategies;
  std::size_t seeds = 30, evaluations = 200, threads = 1;
  std::function<void(const strategy_score&)> scored = [](const auto&) {};  ///< progress
  std::vector<std::size_t> columns = default_columns;  ///< those beyond `evaluations` are dropped
};

/// Those of options.columns that the evaluations reach; the last evaluation if none.
std::vector<std::size_t> columns_of(const contest_options& options);

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
