#include "harness/sweep/ranks/rank_workers.h"

#include <stdexcept>
#include <utility>

namespace retime::sweep::ranks {

const nlohmann::json& rank_workers::header() {
  const nlohmann::json& header = members_->header(seed_);
  under_way_.resize(members_->all().size());
  return header;
}

void rank_workers::ask(std::size_t board, const std::string& key, const nlohmann::json& request,
                       double timeout_s) {
  under_way_[board] = key;
  members_->ask(board, request, timeout_s, false);
}

cases::board_answer rank_workers::wait() {
  for (;;) {
    auto answer = members_->wait();
    if (!answer) continue;
    if (!answer->reply) return lost(*answer);
    under_way_[answer->member].clear();
    return {answer->member, std::move(answer->reply)};
  }
}

cases::board_answer rank_workers::lost(const member_answer& answer) {
  const std::string key = std::exchange(under_way_[answer.member], "");
  const bool is_to_blame = losses_.add(members_->all()[answer.member], key, answer.why_lost);
  if (!folder_.empty()) losses_.write(folder_);
  if (members_->living() == 0) throw std::runtime_error(all_are_lost);
  cases::board_answer answered{answer.member};
  if (is_to_blame) answered.reply = losses::blamed();
  return answered;
}

}  // namespace retime::sweep::ranks
