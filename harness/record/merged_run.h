// One run of the parts that several jobs recorded.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

namespace retime {

struct merged_run {
  nlohmann::json header;
  std::vector<std::string> lines;       ///< records.jsonl, each without its end
  std::vector<std::string> incomplete;  ///< what is missing, a line each: shards, unfinished cases
};

/// Merges at least two runs of one program on one kind of device and host, measured in one way: the
/// header of the first with all boards, and every record with its board. Throws bad_input, with the
/// folders' names, where two differ in that, where both have a record of one case, or where one of
/// them is named twice.
merged_run merge_runs(std::span<const std::filesystem::path> runs);

}  // namespace retime
