#include "harness/tune/device/journal.h"

#include <fmt/format.h>

#include <fstream>

#include "kernels/support/bad_input.h"

namespace retime::tune {

using nlohmann::json;

journal::journal(std::filesystem::path file) : path_(std::move(file)), file_(path_) {
  drop_cut_line(path_);
  std::ifstream in(path_, std::ios::binary);
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) take(json::parse(line, nullptr, false), ++number);
}

void journal::take(json line, std::size_t number) {
  const bool named = line.is_object() && line.contains("identity") && line["identity"].is_string();
  const bool known =
      named && (line.contains("is") || (line.contains("key") && line["key"].is_string()));
  if (!known)
    throw bad_input(
        fmt::format("--resume: {}: line {} is not a journal's", path_.string(), number));
  const std::string identity = line["identity"];
  if (line.contains("is")) {
    identities_[identity] = line["is"];
  } else {
    const std::string key = line["key"];
    entries_[{identity, key}] = std::move(line);
  }
}

const json* journal::find(const std::string& identity, const std::string& key) const {
  const auto found = entries_.find({identity, key});
  return found == entries_.end() ? nullptr : &found->second;
}

void journal::introduce(const std::string& identity, const json& is) {
  if (!identities_.emplace(identity, is).second) return;
  write_line({{"identity", identity}, {"is", is}});
}

void journal::append(const std::string& identity, const std::string& key, json entry) {
  entry["identity"] = identity;
  entry["key"] = key;
  write_line(entry);
  entries_[{identity, key}] = std::move(entry);
}

void journal::write_line(const json& line) { file_.append(line.dump() + "\n"); }

json to_json(const evaluation& evaluated) {
  return {{"record", evaluated.reported.line},
          {"validation_ms", evaluated.validation_ms},
          {"framework_ms", evaluated.framework_ms},
          {"wall_s", evaluated.wall_s},
          {"fresh_input_s", evaluated.fresh_input_s}};
}

evaluation evaluation_from(const json& entry) {
  return {.reported = reported_case(entry.at("record")),
          .validation_ms = entry.at("validation_ms"),
          .framework_ms = entry.at("framework_ms"),
          .wall_s = entry.at("wall_s"),
          .fresh_input_s = entry.at("fresh_input_s")};
}

}  // namespace retime::tune
