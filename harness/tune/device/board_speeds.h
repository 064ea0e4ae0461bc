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
  void add(const std::string& board, const estimate& time);
  /// The board's times over those of the first. 1 where the launches do not show a difference, or
  /// where nothing is known.
  double ratio(const std::string& board) const;

 private:
  std::optional<estimate> first_;
  std::map<std::string, double> ratios_;
};

}  // namespace retime::tune
