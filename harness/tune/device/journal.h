// journal.jsonl: every evaluation of a tuning run, one line each, appended as soon as it is known.
// All other files of the run follow from it.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "harness/support/append_file.h"
#include "harness/tune/device/evaluator.h"

namespace retime::tune {

/// Lines are {"identity": HASH, "is": {...}}, once for each identity, before the first line
/// {"identity": HASH, "key": CASE, "record", ...} of it. A measurement counts only under the
/// identity that it was made with.
class journal {
 public:
  /// Reads what is there. A last line that a kill cut short is dropped; any other line that is none
  /// throws bad_input with its number.
  explicit journal(std::filesystem::path file);

  /// Earlier measurement of the case, if there is one under this identity.
  const nlohmann::json* find(const std::string& identity, const std::string& key) const;
  /// Writes one line at once. Throws bad_input where it cannot.
  void append(const std::string& identity, const std::string& key, nlohmann::json entry);
  /// Says what an identity stands for.
  void introduce(const std::string& identity, const nlohmann::json& is);

 private:
  void take(nlohmann::json line, std::size_t number);
  void write_line(const nlohmann::json& line);

  std::filesystem::path path_;
  std::optional<append_file> file_;  ///< from the first line written on
  std::map<std::pair<std::string, std::string>, nlohmann::json> entries_;
  std::map<std::string, nlohmann::json> identities_;
};

nlohmann::json to_json(const evaluation& evaluated);
evaluation evaluation_from(const nlohmann::json& entry);

}  // namespace retime::tune
