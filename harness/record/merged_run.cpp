#include "harness/record/merged_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "harness/files/json_input.h"
#include "harness/files/read_file.h"
#include "harness/record/origin.h"
#include "harness/record/recorded_run.h"
#include "kernels/support/bad_input.h"
#include "kernels/support/user_file.h"

namespace retime {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

std::string name_of(const fs::path& run) { return printable(run.string()); }

/// The board of a run on a single one; the emulation has none, and so its records say nothing of
/// it.
std::string board_of_run(const json& header) {
  const json& uuid = fields::value_at(header, "/device/uuid");
  return uuid.is_string() ? uuid.get<std::string>() : "";
}

class merging {
 public:
  merged_run merge(std::span<const fs::path> runs) {
    for (const auto& run : runs) add(run);
    name_missing_shards();
    if (const auto& boards = result_.header["boards"]; boards.empty())
      result_.header.erase("boards");
    else
      result_.header["device"]["uuid"] = nullptr;
    return std::move(result_);
  }

 private:
  void add(const fs::path& run) {
    for (const auto& earlier : runs_) {
      std::error_code failed;
      if (fs::equivalent(earlier, run, failed))
        throw bad_input(fmt::format("{}: is named twice", name_of(run)));
    }
    read_run(run, open_line::read);  // it is a run, and whole
    json header;
    with_json(run / "header.json", [&](const json& value) { header = value; });
    if (runs_.empty())
      result_.header = begun(header);
    else
      require_same(run, header);
    add_boards(header);
    add_records(run, board_of_run(header));
    if (is_there(run / "processes.jsonl"))
      result_.incomplete.push_back(
          fmt::format("{}: is not finished; its own --resume goes on", name_of(run)));
    take_shard(run, fields::value_at(header, "/measuring/shard"));
    runs_.push_back(run);
  }

  static json begun(json header) {
    header["boards"] = json::array();
    header["argv"] = json::array({"retime", "merge"});
    return header;
  }

  void require_same(const fs::path& run, json header) const {
    std::vector<std::string> parts = kind_of_device;
    parts.insert(parts.end(), build_and_host.begin(), build_and_host.end());
    parts.emplace_back("measuring");
    json first = result_.header;
    for (json* side : {&first, &header})
      if (side->contains("measuring")) (*side)["measuring"].erase("shard");
    if (const auto differs = difference(first, header, parts))
      throw bad_input(fmt::format("{} was made with {} {}, {} with {}: a run is of one kind",
                                  name_of(runs_.front()), shown_name(differs->name),
                                  shown(differs->first), name_of(run), shown(differs->other)));
  }

  void add_boards(const json& header) {
    json& boards = result_.header["boards"];
    const auto host = static_cast<std::uint64_t>(runs_.size());
    if (const json& listed = fields::value_at(header, "/boards"); listed.is_array()) {
      for (const auto& entry : listed) add_board(boards, entry.at("board"), host);
    } else if (const std::string board = board_of_run(header); !board.empty()) {
      add_board(boards, board, host);
    }
  }

  static void add_board(json& boards, const std::string& board, std::uint64_t host) {
    for (const auto& entry : boards)
      if (entry.at("board") == board) return;
    boards.push_back({{"board", board}, {"host", host}});
  }

  void add_records(const fs::path& run, const std::string& board) {
    with_json_lines(run / "records.jsonl", [&](json record) {
      const auto key = fields::at<std::string>(record, "/key");
      const auto [other, is_new] = owner_.try_emplace(key, run);
      if (!is_new)
        throw bad_input(fmt::format("{} and {} both have a record of {}", name_of(other->second),
                                    name_of(run), printable(key)));
      if (!board.empty() && !record.contains("board")) record["board"] = board;
      result_.lines.push_back(record.dump());
    });
  }

  void take_shard(const fs::path& run, const json& named) {
    if (!named.is_string()) return;
    const std::string text = named;
    const auto slash = text.find('/');
    const std::string count = text.substr(slash + 1);
    if (!shards_.empty() && count != count_)
      throw bad_input(fmt::format("{}: is shard {}, others are of {}", name_of(run), text, count_));
    count_ = count;
    shards_.insert(text.substr(0, slash));
  }

  void name_missing_shards() {
    if (shards_.empty()) return;
    result_.header["measuring"].erase("shard");
    std::vector<std::string> missing;
    for (int number = 1; number <= std::stoi(count_); ++number)
      if (!shards_.contains(fmt::format("{}", number)))
        missing.push_back(fmt::format("{}/{}", number, count_));
    if (!missing.empty())
      result_.incomplete.push_back(fmt::format("shard {} is missing", fmt::join(missing, ", ")));
  }

  merged_run result_;
  std::vector<fs::path> runs_;
  std::map<std::string, fs::path> owner_;  ///< of each case, by key
  std::set<std::string> shards_;
  std::string count_;
};

}  // namespace

merged_run merge_runs(std::span<const fs::path> runs) { return merging().merge(runs); }

}  // namespace retime
