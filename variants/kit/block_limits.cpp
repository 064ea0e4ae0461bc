#include "variants/kit/block_limits.h"

#include <fmt/format.h>

namespace retime {

reason outside(const point& tuning, const std::string& axis, const whole_numbers& allowed) {
  const std::int64_t given = tuning.integer(axis);
  const auto& [from, to, multiple] = allowed;
  if (given >= from && given <= to && given % multiple == 0) return std::nullopt;
  if (from == to) return fmt::format("{}={}: give {}", axis, given, from);
  if (multiple == 1) return fmt::format("{}={}: give {} to {}", axis, given, from, to);
  return fmt::format("{}={}: give a multiple of {} from {} to {}", axis, given, multiple, from, to);
}

reason invalid_rectangle(const point& tuning, std::int64_t border) {
  const auto x = tuning.integer("block_x"), y = tuning.integer("block_y");
  const auto shape = fmt::format("block_x={}, block_y={}", x, y);
  if (x < 1 || y < 1) return shape + ": give at least 1 of each";
  if (x <= border || y <= border)
    return fmt::format("{}: a border of {} on each side leaves no thread to write", shape,
                       border / 2);
  if (x > most_threads || y > most_threads || x * y > most_threads)
    return fmt::format("{}: more than {} threads", shape, most_threads);
  if (x * y % warp != 0)
    return fmt::format("{}: {} threads are not whole warps of {}", shape, x * y, warp);
  return std::nullopt;
}

reason first_of(std::initializer_list<reason> reasons) {
  for (const reason& each : reasons)
    if (each) return each;
  return std::nullopt;
}

}  // namespace retime
