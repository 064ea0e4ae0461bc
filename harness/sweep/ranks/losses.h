// The ranks that a job lost: said when it happens, and kept in lost_ranks.jsonl.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>

#include "harness/sweep/ranks/members.h"

namespace retime::sweep::ranks {

class losses {
 public:
  /// `key`: of the case that was under way; empty if none was. True if the case was under way in
  /// so many lost ranks that it is likely to be the reason.
  bool add(const member_info& lost, const std::string& key, const std::string& why);
  /// What such a case's record says.
  static cases::worker_reply blamed();
  /// Appends to the folder's file what is not there yet.
  void write(const std::filesystem::path& folder);

 private:
  std::string lines_;  ///< not yet written
  std::map<std::string, std::size_t> by_case_;
};

}  // namespace retime::sweep::ranks
