// A run on disk: header.json, and records.jsonl with one line per case.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>

#include "harness/support/append_file.h"

namespace retime {

/// Writes a run, one program at a time. Nothing is created before the first record, so a run that
/// fails early leaves nothing behind.
class run_directory {
 public:
  /// A new run. Throws bad_input if `path` already holds one or cannot be made.
  static run_directory create(std::filesystem::path path, const nlohmann::json& header);
  /// A run to go on with. Drops a last line that a kill cut short. Throws bad_input if there is no
  /// run, or one of another schema, program or device, whose records must not be mixed with ours.
  static run_directory resume(std::filesystem::path path, const nlohmann::json& header);

  run_directory(run_directory&&) = default;
  ~run_directory();

  bool has(const std::string& key) const { return done_.contains(key); }
  /// Appends one line at once: a crash loses one case. Throws bad_input where it cannot.
  void append(const nlohmann::json& record);
  const std::filesystem::path& path() const { return path_; }

 private:
  run_directory(std::filesystem::path path, const nlohmann::json& header);
  void open();

  std::filesystem::path path_;
  std::string header_text_;
  std::set<std::string> done_;
  std::optional<append_file> lines_;
};

/// What a run that is gone on with must share with this one, whose header it is.
enum class origin {
  device,  ///< the schema and the device
  build    ///< and the program and the seed: records of two in one file could not be told apart
};

/// Throws bad_input where the folder holds no run, or one of another origin.
void require_same_origin(const std::filesystem::path& path, const nlohmann::json& header,
                         origin same);

}  // namespace retime
