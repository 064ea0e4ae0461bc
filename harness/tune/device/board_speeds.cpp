#include "harness/tune/device/board_speeds.h"

namespace retime::tune {

void board_speeds::add(const std::string& board, const estimate& time) {
  if (!first_) first_ = time;
  const bool differ = time.low_ns > first_->high_ns || time.high_ns < first_->low_ns;
  ratios_[board] = differ ? time.median_ns / first_->median_ns : 1;
}

double board_speeds::ratio(const std::string& board) const {
  const auto found = ratios_.find(board);
  return found == ratios_.end() ? 1 : found->second;
}

}  // namespace retime::tune
