// The files of a tuning run: records.jsonl, header.json, t4/*.json, best.json. All of them follow
// from the journal and are written whole.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/tune/device/finals.h"
#include "harness/tune/strategy.h"

namespace retime::tune {

/// One tuned problem.
struct tuned_problem {
  const tuning_problem* problem = nullptr;
  trials tried;
  std::optional<tune::finals> finals;
};

struct run_description {
  std::string strategy, budget;
  std::uint64_t seed = 1;
};

/// The records of a problem, told apart by "tuning_history"."role": "search" in the order tried,
/// then what its constraints exclude, "final" for the finalists' rounds, "winner" measured anew at
/// last.
std::vector<recorded_case> records_of(const tuned_problem& tuned, const run_description& run);
/// The search as T4, for replays and other tools. Excluded configurations are of the class
/// "constraints".
nlohmann::ordered_json t4_of(const tuned_problem& tuned);
/// The entry of best.json.
nlohmann::json entry_of(const tuned_problem& tuned, const run_description& run);

/// What the search of another input of the same variant says of this one's configurations.
prior neighbour_of(const tuned_problem& other, const tuning_space& here);

/// "t4/family_variant_axis=value.json"
std::filesystem::path t4_name(const tuning_problem& problem);

}  // namespace retime::tune
