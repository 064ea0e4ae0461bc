#include "harness/compare/history.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/record/json_fields.h"
#include "harness/record/upgrade.h"
#include "harness/support/append_file.h"
#include "harness/support/json_input.h"
#include "kernels/support/bad_input.h"

namespace retime::compare {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

history_entry entry_from_line(const json& line) {
  const json version = line.value("schema_version", json());
  if (version != 1) {
    throw bad_input(
        fmt::format("schema_version is {}; this program reads version 1", version.dump()));
  }
  history_entry entry{.utc = line.at("utc"),
                      .git_sha = line.at("git").at("sha"),
                      .git_dirty = line.at("git").at("dirty"),
                      .gpu = line.at("gpu"),
                      .host = line.at("host"),
                      .cases = {}};
  for (const auto& [key, one] : line.at("cases").items()) {
    entry.cases[upgraded_key(key)] = {fields::time_at(one, "/median_ns"),
                                      one.at("processor") == "gpu"};
  }
  return entry;
}

bool same_run(const history_entry& a, const history_entry& b) {
  return a.utc == b.utc && a.git_sha == b.git_sha && a.gpu == b.gpu && a.host == b.host;
}

std::vector<history_entry> read_folder(const fs::path& folder) {
  std::vector<history_entry> entries;
  for (const auto& inner : fs::directory_iterator(folder)) {
    if (fs::exists(inner.path() / "header.json")) entries.push_back(entry_of(inner.path()));
  }
  if (entries.empty()) {
    throw bad_input(fmt::format("{}: holds no run directories", folder.string()));
  }
  return entries;
}

}  // namespace

history_entry entry_of(const fs::path& run_directory) {
  const recorded_run recorded = read_run(run_directory);
  const timing_run run = timing_run_of(recorded);
  history_entry entry{.utc = recorded.header.utc,
                      .git_sha = recorded.header.git_sha,
                      .git_dirty = recorded.header.git_dirty,
                      .gpu = run.gpu,
                      .host = run.host};
  for (const auto& [key, one] : run.cases) {
    if (one.status == "correct" && one.median_ns && !one.emulated)
      entry.cases[key] = {*one.median_ns, one.on_gpu};
  }
  return entry;
}

json to_json(const history_entry& entry) {
  json cases = json::object();
  for (const auto& [key, one] : entry.cases) {
    cases[key] = {{"median_ns", one.median_ns}, {"processor", one.on_gpu ? "gpu" : "cpu"}};
  }
  return {{"schema_version", 1},
          {"utc", entry.utc},
          {"git", {{"sha", entry.git_sha}, {"dirty", entry.git_dirty}}},
          {"gpu", entry.gpu},
          {"host", entry.host},
          {"cases", cases}};
}

std::vector<history_entry> read_history(const fs::path& path) {
  std::vector<history_entry> entries;
  if (fs::is_directory(path)) {
    entries = read_folder(path);
  } else {
    with_json_lines(path, [&](const json& line) { entries.push_back(entry_from_line(line)); });
    if (entries.empty()) throw bad_input(fmt::format("{}: holds no runs", path.string()));
  }
  std::ranges::stable_sort(entries, {}, &history_entry::utc);
  return entries;
}

bool append_to_history(const fs::path& file, const history_entry& entry) {
  if (entry.cases.empty())
    throw bad_input(fmt::format("run of {}: no case has a measured time", entry.utc));
  if (fs::exists(file) && !fs::is_regular_file(file))
    throw bad_input(fmt::format("{}: not a file that a history can be kept in", file.string()));
  if (fs::exists(file)) {
    const auto known = fs::is_empty(file) ? std::vector<history_entry>{} : read_history(file);
    if (std::ranges::any_of(known, [&](const auto& one) { return same_run(one, entry); }))
      return false;
  }
  append_file(file).append(to_json(entry).dump() + "\n");
  return true;
}

}  // namespace retime::compare
