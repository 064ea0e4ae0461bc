// A run as it was recorded: the one reader of header.json and records.jsonl.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/files/json_input.h"
#include "harness/record/record.h"

namespace retime {

/// Parts that a header need not have are empty, or 0, where it has them not.
struct recorded_header {
  std::string utc, git_sha, driver, runtime;
  bool git_dirty = false;
  std::vector<std::string> argv;
  std::int64_t seed = 0;
  std::string session;     ///< runs that were interleaved with each other share one
  bool looked_at = false;  ///< the session ended when the pairs so far had said enough
  struct device_part {
    std::string kind, name, uuid, compute_capability;
    std::int64_t multiprocessors = 0;
    std::optional<std::int64_t> l2_bytes, memory_bytes;
  } device;
  struct host_part {
    std::string cpu;
    std::int64_t cores = 0;
  } host;
  std::map<std::string, double> clocks_mhz;
  std::optional<bool> ecc;
};

struct recorded_run {
  std::filesystem::path path;
  recorded_header header;
  std::vector<recorded_case> cases;  ///< in the order recorded
};

/// Records that results/pack.py packed are read as they are. All throw bad_input: no run there,
/// another schema version, or a part that is missing or of another type; one line that names file,
/// line and case.
recorded_run read_run(const std::filesystem::path& directory, open_line last = open_line::read);
recorded_header read_header(const std::filesystem::path& directory);
/// Throws bad_input of a run whose records are packed (results/pack.py): none can be added.
void require_plain(const std::filesystem::path& directory);
/// The fault does not name the file.
recorded_header header_of(const nlohmann::json& header);

}  // namespace retime
