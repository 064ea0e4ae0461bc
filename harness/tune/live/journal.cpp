#include "harness/tune/live/journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "kernels/support/bad_input.h"

namespace retime::tune {

using nlohmann::json;
namespace fs = std::filesystem;

journal::journal(fs::path file) : file_(std::move(file)) { read_back(); }

journal::~journal() {
  if (descriptor_ >= 0) close(descriptor_);
}

void journal::read_back() {
  std::ifstream in(file_, std::ios::binary);
  if (!in) return;
  std::uintmax_t whole = 0;
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    if (in.eof()) break;  // no newline: not a whole line
    take(json::parse(line, nullptr, false), ++number);
    whole += line.size() + 1;
  }
  in.close();
  if (fs::file_size(file_) != whole) fs::resize_file(file_, whole);
}

void journal::take(json line, std::size_t number) {
  const bool named = line.is_object() && line.contains("identity") && line["identity"].is_string();
  const bool known =
      named && (line.contains("is") || (line.contains("key") && line["key"].is_string()));
  if (!known)
    throw bad_input(
        fmt::format("--resume: {}: line {} is not a journal's", file_.string(), number));
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

void journal::write_line(const json& line) {
  if (descriptor_ < 0) {
    descriptor_ = open(file_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
    if (descriptor_ < 0)
      throw bad_input(fmt::format("--out {}: {}", file_.string(), std::strerror(errno)));
  }
  const std::string text = line.dump() + "\n";
  if (write(descriptor_, text.data(), text.size()) != static_cast<ssize_t>(text.size()))
    throw std::runtime_error(fmt::format("{}: write failed", file_.string()));
}

json to_json(const evaluation& of) {
  return {{"record", of.record},
          {"validation_ms", of.validation_ms},
          {"framework_ms", of.framework_ms},
          {"wall_s", of.wall_s},
          {"fresh_input_s", of.fresh_input_s}};
}

evaluation evaluation_from(const json& entry) {
  return {.record = entry.at("record"),
          .validation_ms = entry.at("validation_ms"),
          .framework_ms = entry.at("framework_ms"),
          .wall_s = entry.at("wall_s"),
          .fresh_input_s = entry.at("fresh_input_s")};
}

}  // namespace retime::tune
