#include "harness/record/run_directory.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "harness/files/json_input.h"
#include "harness/files/read_file.h"
#include "harness/files/write_file.h"
#include "harness/record/origin.h"
#include "harness/record/process_record.h"
#include "harness/record/recorded_run.h"
#include "kernels/support/bad_input.h"
#include "kernels/support/user_file.h"

namespace retime {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

/// As lines; a path in it need not be UTF-8, as JSON has to be.
std::string text_of(const json& value, int indent = -1) {
  return value.dump(indent, ' ', false, json::error_handler_t::replace) + "\n";
}

/// A link that leads nowhere stands there, too.
bool stands(const fs::path& path) {
  std::error_code failed;
  return fs::symlink_status(path, failed).type() != fs::file_type::not_found;
}

/// As far as can be told without creating anything: the folder, or the one that it would stand in.
bool can_be_made(fs::path path) {
  std::error_code failed;  // a name that is too long, say
  path = fs::absolute(path, failed);
  while (!failed && !stands(path) && path.has_relative_path()) path = path.parent_path();
  return is_folder(path) && ::access(path.c_str(), W_OK | X_OK) == 0;
}

/// Empty in a run of one board.
std::string board_of(const json& record) { return record.value("board", ""); }

/// Of a file below `folder` its path from there, of another the one given.
std::string name_within(const fs::path& folder, const std::string& file) {
  const auto whole = [](const fs::path& path) { return fs::absolute(path).lexically_normal(); };
  const fs::path below = whole(file).lexically_relative(whole(folder));
  return *below.begin() == ".." ? file : below.string();
}

}  // namespace

run_directory::run_directory(fs::path path, const json& header)
    : path_(std::move(path)), header_text_(text_of(header, 2)) {}

run_directory::~run_directory() = default;

run_directory run_directory::create(fs::path path, const json& header) {
  if (!can_be_made(path)) {
    throw bad_input(
        fmt::format("--out {}: not a folder that can be written", printable(path.string())));
  }
  if (stands(path / "header.json") || stands(path / "records.jsonl")) {
    throw bad_input(fmt::format("--out {}: holds a run already; give --resume or another folder",
                                printable(path.string())));
  }
  return {std::move(path), header};
}

run_directory run_directory::resume(fs::path path, const json& header) {
  require_plain(path);
  require_same_origin(path, header, origin::build);
  const fs::path records = path / "records.jsonl";
  run_directory run(std::move(path), header);
  run.lines_.emplace(records);
  for (const auto& one : read_run(run.path_, open_line::skip).cases)
    run.outcomes_[one.key] = one.outcome;
  const auto take = [&](const json& record) {
    require_process_record(record);
    if (!run.has(fields::at<std::string>(record, "/key"))) run.take_measured(record);
  };
  const bool has_processes = is_there(run.processes_file());
  if (has_processes) with_json_lines(run.processes_file(), take, open_line::skip);
  drop_cut_line(records);
  if (has_processes) drop_cut_line(run.processes_file());
  return run;
}

void require_same_origin(const fs::path& path, const json& header, origin same) {
  if (!is_there(path / "header.json"))
    throw bad_input(
        fmt::format("--resume: {} holds no run (no header.json)", printable(path.string())));
  std::vector<std::string> parts = kind_of_device;
  parts.emplace_back("device/uuid");
  if (same == origin::build) {
    parts.insert(parts.end(), build_and_host.begin(), build_and_host.end());
    parts.emplace_back("measuring");
  }
  with_json(path / "header.json", [&](const json& earlier) {
    if (const auto differs = difference(earlier, header, parts))
      throw bad_input(
          fmt::format("--resume: {} was written with {} {}, this is {}; use another --out",
                      printable(path.string()), shown_name(differs->name), shown(differs->one),
                      shown(differs->other)));
  });
}

void run_directory::open() {
  const auto refused = [&](const char* why) {
    return bad_input(fmt::format("--out {}: {}", printable(path_.string()), why));
  };
  const fs::path header = path_ / "header.json";
  const fs::path beside = path_ / fmt::format("header.json.{}", ::getpid());
  try {
    write_whole(beside, header_text_);
  } catch (const bad_input&) {
    throw refused("cannot be written");
  }
  std::error_code failed, absent;
  fs::create_hard_link(beside, header, failed);  // of two programs, one makes it
  const bool is_taken = fs::exists(header);
  if (failed && !is_taken) fs::rename(beside, header, failed);  // a file system without links
  fs::remove(beside, absent);
  if (failed) throw refused(is_taken ? "another program began a run there" : "cannot be written");
  lines_.emplace(path_ / "records.jsonl");
}

void run_directory::append(json record) {
  if (!lines_) open();
  if (record.contains("saved")) {
    for (json& file : record["saved"]) file = name_within(path_, file);
  }
  lines_->append(text_of(record));
  outcomes_[record["key"]] = case_of(record).outcome;
  measured_.erase(record["key"].get<std::string>());
}

void run_directory::append_measured(const json& record) {
  if (!lines_) open();
  if (!processes_) processes_.emplace(processes_file());
  processes_->append(text_of(record));
  take_measured(record);
}

/// What another board measured before does not count: boards differ by more than processes do.
void run_directory::take_measured(json record) {
  auto& known = measured_[record.at("key").get<std::string>()];
  if (!known.empty() && board_of(known.front()) != board_of(record)) known.clear();
  known.push_back(std::move(record));
}

const std::vector<json>& run_directory::measured(const std::string& key,
                                                 const std::string& board) const {
  static const std::vector<json> none;
  const auto known = measured_.find(key);
  if (known == measured_.end() || known->second.empty()) return none;
  return board_of(known->second.front()) == board ? known->second : none;
}

void run_directory::finish() {
  if (std::ranges::any_of(measured_, [](const auto& one) { return !one.second.empty(); })) return;
  processes_.reset();
  std::error_code absent;
  fs::remove(processes_file(), absent);
}

}  // namespace retime
