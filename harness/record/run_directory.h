// A run on disk: header.json, and records.jsonl with one line per case.
#pragma once

#include <filesystem>
#include <fstream>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>

namespace retime {

/// Writes a run. Nothing is created before the first record, so a run that fails early leaves
/// nothing behind.
class run_directory {
 public:
  /// A new run. Throws bad_input if `path` already holds one.
  static run_directory create(std::filesystem::path path, const nlohmann::json& header);
  /// A run to go on with. Drops a last line that a kill cut short. Throws bad_input if there is no
  /// run, or one of another schema, program or device, whose records must not be mixed with ours.
  static run_directory resume(std::filesystem::path path, const nlohmann::json& header);

  run_directory(run_directory&&) = default;
  ~run_directory();

  bool has(const std::string& key) const { return done_.contains(key); }
  /// Appends one line and flushes it: a crash loses one case.
  void append(const nlohmann::json& record);
  const std::filesystem::path& path() const { return path_; }

 private:
  run_directory(std::filesystem::path path, const nlohmann::json& header);
  void open();

  std::filesystem::path path_;
  std::string header_text_;
  std::set<std::string> done_;
  std::ofstream lines_;
};

/// results/runs/<UTC time>-<device>, the place where a run goes unless --out names one.
std::filesystem::path default_run_path(const std::string& device_name);

}  // namespace retime
