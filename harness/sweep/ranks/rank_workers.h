// The workers of all ranks, for a command that asks them itself.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "harness/cases/worker/board_workers.h"
#include "harness/sweep/ranks/losses.h"
#include "harness/sweep/ranks/members.h"

namespace retime::sweep::ranks {

/// A case that was under way in three ranks that were lost is answered as a runtime_error.
class rank_workers final : public cases::board_workers {
 public:
  rank_workers(std::unique_ptr<members> ranks, std::uint64_t seed)
      : members_(std::move(ranks)), seed_(seed) {}

  const nlohmann::json& header() override;
  std::size_t count() const override { return members_->all().size(); }
  bool is_lost(std::size_t board) const override { return members_->all()[board].is_lost; }
  std::string name(std::size_t board) const override { return members_->all()[board].board; }
  void keep_losses_in(const std::filesystem::path& folder) override { folder_ = folder; }
  void ask(std::size_t board, const std::string& key, const nlohmann::json& request,
           double timeout_s) override;
  cases::board_answer wait() override;

 private:
  cases::board_answer lost(const member_answer& answer);

  std::unique_ptr<members> members_;
  std::uint64_t seed_;
  std::filesystem::path folder_;
  std::vector<std::string> under_way_;  ///< keys, by board
  losses losses_;
};

}  // namespace retime::sweep::ranks
