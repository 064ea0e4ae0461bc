// journal.jsonl: every evaluation of a tuning run, one line each, appended as soon as it is known.
// All other files of the run follow from it.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/files/append_file.h"
#include "harness/tune/device/evaluator.h"

namespace retime::tune {

struct journal_entry {
  nlohmann::json line;
  std::size_t place = 0;  ///< in the order in which they were written
};

/// Lines are {"identity": HASH, "is": {...}}, once for each identity, before the first line
/// {"identity": HASH, "key": CASE, "record", ...} of it. A measurement counts only under the
/// identity that it was made with.
class journal {
 public:
  /// Holds the file, whose folder must be there, until the object ends, and reads what it has. A
  /// last line that a kill cut short is dropped. Throws bad_input if another program holds it, and
  /// for any other line that is none, with its number.
  explicit journal(std::filesystem::path file);

  /// Earlier measurement of the case, if there is one under this identity.
  const journal_entry* find(const std::string& identity, const std::string& key) const;
  /// All of this identity whose keys begin so.
  std::vector<nlohmann::json> all_with(const std::string& identity,
                                       const std::string& key_begins) const;
  /// Writes one line at once. Throws bad_input where it cannot.
  void append(const std::string& identity, const std::string& key, nlohmann::json entry);
  /// Says what an identity stands for.
  void introduce(const std::string& identity, const nlohmann::json& is);

 private:
  void take(const nlohmann::json& line);
  void keep(const std::string& identity, const std::string& key, nlohmann::json line);
  void write_line(const nlohmann::json& line);

  std::filesystem::path path_;
  append_file file_;
  std::map<std::pair<std::string, std::string>, journal_entry> entries_;
  std::map<std::string, nlohmann::json> identities_;
};

nlohmann::json to_json(const evaluation& evaluated);
evaluation evaluation_from(const nlohmann::json& entry);

}  // namespace retime::tune
