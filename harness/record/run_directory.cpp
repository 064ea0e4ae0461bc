#include "harness/record/run_directory.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "harness/files/json_input.h"
#include "harness/files/read_file.h"
#include "harness/files/write_file.h"
#include "harness/record/origin.h"
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

/// Throws bad_input unless it is a record of a correct, timed case, of one process, which can be
/// merged with those of others.
void require_process_record(const recorded_case& result) {
  if (result.outcome != status::correct || !result.times)
    throw bad_input("not of a correct case that was timed");
  const recorded_times& times = *result.times;
  if (times.samples_ns.empty()) throw bad_input("/samples_ns is empty");
  for (const double sample_ns : times.samples_ns)
    fields::time(sample_ns, "an entry of /samples_ns");
  if (times.processes.size() != 1) throw bad_input("/measurement/processes: one process is wanted");
  fields::expect(timing_method_from(times.method).has_value(), json(times.method),
                 "/measurement/method", "a way of measuring");
}

/// A file below `folder` has its path from there, another the one given.
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
  for (const auto& result : read_run(run.path_, open_line::skip).cases)
    run.outcomes_[result.key] = result.outcome;
  const auto take = [&](const json& record) {
    const recorded_case result = case_of(record);
    require_process_record(result);
    if (!run.has(result.key)) run.take_measured(result);
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
                      printable(path.string()), shown_name(differs->name), shown(differs->first),
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

void run_directory::append(recorded_case result) {
  if (!lines_) open();
  for (auto& file : result.saved) file = name_within(path_, file);
  lines_->append(text_of(to_json(result)));
  outcomes_[result.key] = result.outcome;
  measured_.erase(result.key);
}

void run_directory::append_measured(const recorded_case& result) {
  if (!lines_) open();
  if (!processes_) processes_.emplace(processes_file());
  processes_->append(text_of(to_json(result)));
  take_measured(result);
}

/// What another board measured before does not count: boards differ by more than processes do.
void run_directory::take_measured(const recorded_case& result) {
  auto& earlier = measured_[result.key];
  if (!earlier.empty() && earlier.front().board != result.board) earlier.clear();
  earlier.push_back(result);
}

const std::vector<recorded_case>& run_directory::measured(const std::string& key,
                                                          const std::string& board) const {
  static const std::vector<recorded_case> none;
  const auto earlier = measured_.find(key);
  if (earlier == measured_.end() || earlier->second.empty()) return none;
  return earlier->second.front().board == board ? earlier->second : none;
}

void run_directory::finish() {
  if (std::ranges::any_of(measured_, [](const auto& of_case) { return !of_case.second.empty(); }))
    return;
  processes_.reset();
  std::error_code absent;
  fs::remove(processes_file(), absent);
}

}  // namespace retime
