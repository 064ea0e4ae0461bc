#include "harness/record/run_directory.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "harness/record/recorded_run.h"
#include "kernels/support/bad_input.h"

namespace retime {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

/// As far as can be told without creating anything: the folder, or the one that it would stand in.
bool can_be_made(fs::path path) {
  path = fs::absolute(path);
  std::error_code hidden;  // by the rights of a folder above
  while (!fs::exists(path, hidden) && path.has_relative_path()) path = path.parent_path();
  return fs::is_directory(path, hidden) && ::access(path.c_str(), W_OK | X_OK) == 0;
}

}  // namespace

run_directory::run_directory(fs::path path, const json& header)
    : path_(std::move(path)), header_text_(header.dump(2) + "\n") {}

run_directory::~run_directory() = default;

run_directory run_directory::create(fs::path path, const json& header) {
  if (!can_be_made(path)) {
    throw bad_input(fmt::format("--out {}: not a folder that can be written", path.string()));
  }
  if (fs::exists(path / "header.json") || fs::exists(path / "records.jsonl")) {
    throw bad_input(fmt::format("--out {}: holds a run already; give --resume or another folder",
                                path.string()));
  }
  return {std::move(path), header};
}

run_directory run_directory::resume(fs::path path, const json& header) {
  require_same_origin(path, header, origin::build);
  const fs::path records = path / "records.jsonl";
  run_directory run(std::move(path), header);
  run.lines_.emplace(records);
  drop_cut_line(records);
  for (const auto& one : read_run(run.path_).cases) run.done_.insert(one.key);
  return run;
}

void require_same_origin(const fs::path& path, const json& header, origin same) {
  if (!fs::exists(path / "header.json"))
    throw bad_input(fmt::format("--resume: {} holds no run (no header.json)", path.string()));
  const recorded_header earlier = read_header(path), now = header_of(header);
  const auto require = [&](const char* part, const auto& was, const auto& is) {
    if (was == is) return;
    throw bad_input(
        fmt::format("--resume: {} was written with {} {}, this is {}; use another --out",
                    path.string(), part, was, is));
  };
  require("schema_version", earlier.schema_version, now.schema_version);
  require("device/name", earlier.device.name, now.device.name);
  require("device/uuid", earlier.device.uuid, now.device.uuid);
  if (same == origin::device) return;
  require("git/sha", earlier.git_sha, now.git_sha);
  require("seed", earlier.seed, now.seed);
}

void run_directory::open() {
  std::error_code failed;
  fs::create_directories(path_, failed);
  const fs::path header = path_ / "header.json";
  std::FILE* made = std::fopen(header.c_str(), "wx");  // x: of two programs, one makes it
  if (made == nullptr) {
    throw bad_input(fmt::format(
        "--out {}: {}", path_.string(),
        fs::exists(header) ? "another program began a run there" : "cannot be written"));
  }
  const bool whole = std::fputs(header_text_.c_str(), made) >= 0;
  if (std::fclose(made) != 0 || !whole) {
    fs::remove(header, failed);
    throw bad_input(fmt::format("--out {}: cannot be written: the disk is full", path_.string()));
  }
  lines_.emplace(path_ / "records.jsonl");
}

void run_directory::append(const json& record) {
  if (!lines_) open();
  lines_->append(record.dump() + "\n");
  done_.insert(record["key"]);
}

}  // namespace retime
