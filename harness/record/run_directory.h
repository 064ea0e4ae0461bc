// A run on disk: header.json, records.jsonl with one line per case, and as long as cases wait for
// further processes processes.jsonl with what those before measured, one line each.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/files/append_file.h"
#include "harness/record/record.h"

namespace retime {

/// Writes a run, one program at a time. Nothing is created before the first record, so a run that
/// fails early leaves nothing behind.
class run_directory {
 public:
  /// A new run. Throws bad_input if `path` already holds one or cannot be made.
  static run_directory create(std::filesystem::path path, const nlohmann::json& header);
  /// A run to go on with. Drops a last line that a kill cut short. Throws bad_input if there is no
  /// run, or one of another origin, whose records must not be mixed with ours.
  static run_directory resume(std::filesystem::path path, const nlohmann::json& header);

  run_directory(run_directory&&) = default;
  ~run_directory();

  bool has(const std::string& key) const { return outcomes_.contains(key); }
  /// The outcome of each case that has a record.
  const std::map<std::string, status>& outcomes() const { return outcomes_; }
  /// What processes measured of a case that has no record yet, in the order in which they ran; all
  /// on one board, and none if that is another one.
  const std::vector<recorded_case>& measured(const std::string& key,
                                             const std::string& board) const;

  /// Both append one line at once: a crash loses one. Throw bad_input where they cannot. Files that
  /// were saved below the run are named from its folder, so that it can be moved.
  void append(recorded_case result);
  void append_measured(const recorded_case& result);
  /// Removes what processes measured, unless it waits for the record of a case that another filter
  /// names.
  void finish();
  const std::filesystem::path& path() const { return path_; }

 private:
  run_directory(std::filesystem::path path, const nlohmann::json& header);
  void open();
  void take_measured(const recorded_case& result);
  std::filesystem::path processes_file() const { return path_ / "processes.jsonl"; }

  std::filesystem::path path_;
  std::string header_text_;
  std::map<std::string, status> outcomes_;
  std::map<std::string, std::vector<recorded_case>> measured_;
  std::optional<append_file> lines_, processes_;
};

/// What a run that is gone on with must share with this one, whose header it is.
enum class origin {
  device,  ///< the schema and the device
  build    ///< and the program, the driver, the host, the seed and how cases are measured: records
           ///< of two in one file could not be told apart
};

/// Throws bad_input where the folder holds no run, or one of another origin.
void require_same_origin(const std::filesystem::path& path, const nlohmann::json& header,
                         origin same);

}  // namespace retime
