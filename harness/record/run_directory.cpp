#include "harness/record/run_directory.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

#include "harness/record/record.h"
#include "kernels/support/bad_input.h"

namespace retime {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

json read_header(const fs::path& path) {
  std::ifstream in(path / "header.json");
  if (!in)
    throw bad_input(fmt::format("--resume: {} holds no run (no header.json)", path.string()));
  json header = json::parse(in, nullptr, false);
  if (header.is_discarded())
    throw bad_input(fmt::format("--resume: {}/header.json is not JSON", path.string()));
  return header;
}

/// Records of two devices, builds or schemas in one file could not be told apart later.
void check_same_origin(const json& earlier, const json& now, const fs::path& path) {
  for (const char* place :
       {"/schema_version", "/git/sha", "/device/name", "/device/uuid", "/seed"}) {
    const json::json_pointer at(place);
    const json was = earlier.value(at, json()), is = now.value(at, json());
    if (was != is) {
      throw bad_input(
          fmt::format("--resume: {} was written with {} {}, this is {}; use another --out",
                      path.string(), place + 1, was.dump(), is.dump()));
    }
  }
}

/// The keys of the whole lines; cuts off what a kill left of the last one.
std::set<std::string> recover(const fs::path& file) {
  std::set<std::string> keys;
  std::ifstream in(file, std::ios::binary);
  std::uintmax_t whole = 0;
  for (std::string line; std::getline(in, line);) {
    if (in.eof()) break;  // no newline: not a whole line
    const json record = json::parse(line, nullptr, false);
    if (record.is_discarded() || !record.contains("key")) {
      throw bad_input(
          fmt::format("--resume: {}: line {} is not a record", file.string(), keys.size() + 1));
    }
    keys.insert(record["key"]);
    whole += line.size() + 1;
  }
  in.close();
  if (fs::exists(file)) fs::resize_file(file, whole);
  return keys;
}

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
  check_same_origin(read_header(path), header, path);
  run_directory run(std::move(path), header);
  run.lines_.emplace(run.path_ / "records.jsonl");
  run.done_ = recover(run.path_ / "records.jsonl");
  return run;
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
