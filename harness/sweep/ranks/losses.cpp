#include "harness/sweep/ranks/losses.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/files/append_file.h"
#include "harness/text/number_text.h"
#include "harness/text/output.h"

namespace retime::sweep::ranks {
namespace {

using nlohmann::json;

constexpr std::size_t most = 3;

}  // namespace

bool losses::add(const member_info& lost, const std::string& key, const std::string& why) {
  print_status("rank {} on host {} is lost: {}{}\n", lost.rank, lost.host, why,
               key.empty() ? "" : "; " + key + " goes to another");
  lines_ += json{{"utc", utc_text()},
                 {"rank", lost.rank},
                 {"board", lost.board},
                 {"case", key.empty() ? json() : json(key)},
                 {"reason", why}}
                .dump() +
            "\n";
  return !key.empty() && ++by_case_[key] >= most;
}

cases::worker_reply losses::blamed() {
  return {.answer = nullptr,
          .failed = cases::worker_reply::failure{
              status::runtime_error, fmt::format("{} ranks were lost in the midst of it", most)}};
}

void losses::write(const std::filesystem::path& folder) {
  if (lines_.empty()) return;
  append_file(folder / "lost_ranks.jsonl").append(lines_);
  lines_.clear();
}

}  // namespace retime::sweep::ranks
