#include "harness/gate/history/history.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "harness/files/append_file.h"
#include "harness/files/json_input.h"
#include "harness/files/read_file.h"
#include "kernels/support/user_file.h"

namespace retime::gate {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

environment conditions(const json& line, const char* place) {
  environment named;
  for (const auto& [name, value] : fields::members(line, place))
    named[name] = fields::as<std::string>(value, fmt::format("{}/{}", place, shown_name(name)));
  return named;
}

history_entry entry_from_line(const json& line) {
  const json& version = fields::value_at(line, "/schema_version");
  if (version != 1) {
    throw bad_input(
        fmt::format("schema_version is {}; this program reads version 1", shown(version)));
  }
  for (const char* place : {"/gpu", "/host", "/cases"}) fields::present_at(line, place);
  history_entry entry{.utc = fields::at<std::string>(line, "/utc"),
                      .git_sha = fields::at<std::string>(line, "/git/sha"),
                      .git_dirty = fields::at<bool>(line, "/git/dirty"),
                      .gpu = conditions(line, "/gpu"),
                      .host = conditions(line, "/host"),
                      .cases = {}};
  for (const auto& [key, one] : fields::members(line, "/cases")) {
    try {
      entry.cases[key] = {fields::time_at(one, "/median_ns"),
                          fields::is_first(one, "/processor", "gpu", "cpu")};
    } catch (const bad_input& fault) {
      throw bad_input(fmt::format("case {}: {}", shown_name(key), fault.what()));
    }
  }
  return entry;
}

bool same_run(const history_entry& a, const history_entry& b) {
  return a.utc == b.utc && a.git_sha == b.git_sha && a.gpu == b.gpu && a.host == b.host;
}

std::vector<history_entry> read_folder(const fs::path& folder) {
  std::vector<history_entry> entries;
  std::error_code failed;
  for (fs::directory_iterator inner(folder, failed), end; !failed && inner != end;
       inner.increment(failed)) {
    if (is_there(inner->path() / "header.json")) entries.push_back(entry_of(inner->path()));
  }
  if (failed || entries.empty()) {
    throw bad_input(fmt::format("{}: {}", printable(folder.string()),
                                failed ? "cannot be read" : "holds no run directories"));
  }
  return entries;
}

/// Every line of ours begins so.
constexpr std::string_view beginning = R"({"cases":{)";

/// Length of the text without what an append that was killed left of its line. An open line that is
/// whole, or that is none of ours, counts.
std::size_t length_without_cut(std::string_view text) {
  const auto end = text.rfind('\n');
  const std::size_t begin = end == std::string_view::npos ? 0 : end + 1;
  const auto last = text.substr(begin);
  const bool ours = last.starts_with(beginning) || beginning.starts_with(last);
  return ours && !json::accept(last) ? begin : text.size();
}

std::string text_of(const fs::path& file) { return text_of_file(file, json_limits::file_bytes); }

std::vector<history_entry> entries_in(const fs::path& file, std::string_view text) {
  std::istringstream lines{std::string(text)};
  std::vector<history_entry> entries;
  with_json_lines(file.string(), lines,
                  [&](const json& line) { entries.push_back(entry_from_line(line)); });
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
  for (const auto& [key, times] : run.cases) {
    if (times.status == "correct" && times.median_ns && !times.emulated)
      entry.cases[key] = {*times.median_ns, times.on_gpu};
  }
  return entry;
}

json to_json(const history_entry& entry) {
  json cases = json::object();
  for (const auto& [key, time] : entry.cases) {
    cases[key] = {{"median_ns", time.median_ns}, {"processor", time.on_gpu ? "gpu" : "cpu"}};
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
  if (is_folder(path)) {
    entries = read_folder(path);
  } else {
    const std::string text = text_of(path);
    entries = entries_in(path, std::string_view(text).substr(0, length_without_cut(text)));
    if (entries.empty())
      throw bad_input(fmt::format("{}: holds no runs", printable(path.string())));
  }
  std::ranges::stable_sort(entries, {}, &history_entry::utc);
  return entries;
}

appended append_to_history(const fs::path& file, const history_entry& entry) {
  if (entry.cases.empty())
    throw bad_input(fmt::format("run of {}: no case has a measured time", printable(entry.utc)));
  std::error_code failed;
  const auto kind = fs::status(file, failed).type();
  if (kind != fs::file_type::not_found && kind != fs::file_type::regular)
    throw bad_input(
        fmt::format("{}: not a file that a history can be kept in", printable(file.string())));
  append_file out(file, if_held::wait);
  const std::string text = text_of(file);
  const std::size_t length = length_without_cut(text);
  const auto earlier = entries_in(file, std::string_view(text).substr(0, length));
  appended done;
  if (std::ranges::any_of(earlier, [&](const auto& run) { return same_run(run, entry); }))
    return done;
  if (length < text.size()) {
    fs::resize_file(file, length);
    done.removed_cut = true;
  }
  out.append(to_json(entry).dump() + "\n");
  done.is_new = true;
  return done;
}

}  // namespace retime::gate
