#include "harness/tune/device/journal.h"

#include <fmt/format.h>

#include "harness/files/json_input.h"

namespace retime::tune {

using nlohmann::json;

namespace {

double cost(const json& entry, const char* place) {
  return fields::duration(fields::present_at(entry, place), place);
}

/// What finals() recalls: the records of several cases.
void check_finals(const json& entry) {
  fields::list<std::string>(entry, "/cases");
  for (const json& record : fields::objects_at(entry, "/records")) case_of(record);
}

void check_line(const json& entry) {
  if (entry.contains("cases") || entry.contains("records")) return check_finals(entry);
  evaluation_from(entry);
}

}  // namespace

journal::journal(std::filesystem::path file) : path_(std::move(file)), file_(path_) {
  try {
    with_json_lines(
        path_, [&](const json& line) { take(line); }, open_line::skip);
  } catch (const bad_input& fault) {
    throw bad_input(fmt::format("--resume: {}", fault.what()));
  }
  drop_cut_line(path_);
}

void journal::take(const json& line) {
  const auto identity = fields::at<std::string>(line, "/identity");
  if (line.contains("is")) {
    identities_[identity] = fields::object(line["is"], "/is");
    return;
  }
  const auto key = fields::at<std::string>(line, "/key");
  check_line(line);
  keep(identity, key, line);
}

void journal::keep(const std::string& identity, const std::string& key, json line) {
  entries_[{identity, key}] = {std::move(line), entries_.size()};
}

const journal_entry* journal::find(const std::string& identity, const std::string& key) const {
  const auto entry = entries_.find({identity, key});
  return entry == entries_.end() ? nullptr : &entry->second;
}

std::vector<json> journal::all_with(const std::string& identity,
                                    const std::string& key_begins) const {
  std::vector<json> lines;
  for (auto entry = entries_.lower_bound({identity, key_begins});
       entry != entries_.end() && entry->first.first == identity &&
       entry->first.second.starts_with(key_begins);
       ++entry)
    lines.push_back(entry->second.line);
  return lines;
}

void journal::introduce(const std::string& identity, const json& is) {
  if (!identities_.emplace(identity, is).second) return;
  write_line({{"identity", identity}, {"is", is}});
}

void journal::append(const std::string& identity, const std::string& key, json entry) {
  entry["identity"] = identity;
  entry["key"] = key;
  write_line(entry);
  keep(identity, key, std::move(entry));
}

void journal::write_line(const json& line) { file_.append(line.dump() + "\n"); }

json to_json(const evaluation& evaluated) {
  return {{"record", evaluated.record},
          {"validation_ms", evaluated.validation_ms},
          {"framework_ms", evaluated.framework_ms},
          {"wall_s", evaluated.wall_s},
          {"fresh_input_s", evaluated.fresh_input_s},
          {"waited_s", evaluated.waited_s}};
}

evaluation evaluation_from(const json& entry) {
  const json& record = fields::present_at(entry, "/record");
  evaluation evaluated(fields::object(record, "/record"));
  evaluated.validation_ms = cost(entry, "/validation_ms");
  evaluated.framework_ms = cost(entry, "/framework_ms");
  evaluated.wall_s = cost(entry, "/wall_s");
  evaluated.fresh_input_s = cost(entry, "/fresh_input_s");
  if (entry.contains("waited_s")) evaluated.waited_s = cost(entry, "/waited_s");
  return evaluated;
}

}  // namespace retime::tune
