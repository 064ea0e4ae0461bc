// How much longer a board takes than another of its kind.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "harness/tune/device/racing.h"

namespace retime::tune {

/// By one configuration that each of them measured. Boards of one name were seen to differ by 1 to
/// 4 %, as much as configurations that a search must tell apart.
class board_speeds {
 public:
  /// Adds the time of the first board, with which the others are compared, and then of these.
  void add(const std::string& board, const estimate& time) {
    if (!first_) first_ = time;
    const bool differ = time.low_ns > first_->high_ns || time.high_ns < first_->low_ns;
    ratios_[board] = differ ? time.median_ns / first_->median_ns : 1;
  }
  /// The board's times over those of the first. 1 where the launches do not show a difference, or
  /// where nothing is known.
  double ratio(const std::string& board) const {
    const auto known = ratios_.find(board);
    return known == ratios_.end() ? 1 : known->second;
  }

 private:
  std::optional<estimate> first_;
  std::map<std::string, double> ratios_;
};

}  // namespace retime::tune
