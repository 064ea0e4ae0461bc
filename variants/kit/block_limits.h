// Limits of whole-numbered axes, above all of block sizes, and the one line that says what would be
// right.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>

#include "variants/axis.h"

namespace retime {

/// Why a point cannot run; empty if it can.
using reason = std::optional<std::string>;

inline constexpr std::int64_t most_threads = 1024;  ///< of a block, on every GPU
inline constexpr std::int64_t warp = 32;

struct whole_numbers {
  std::int64_t from, to;
  std::int64_t multiple_of = 1;
};

/// "block=33: give a multiple of 32 from 32 to 1024".
reason outside(const point& tuning, const std::string& axis, const whole_numbers& allowed);

/// Why `block_x` and `block_y` are no rectangle of whole warps, at most 1024 threads, more than
/// `border` threads along each side.
reason invalid_rectangle(const point& tuning, std::int64_t border = 0);

/// The first reason there is.
reason first_of(std::initializer_list<reason> reasons);

}  // namespace retime
