// Text of users and files as a line of a terminal.
#pragma once

#include <string>
#include <string_view>

namespace retime {

/// Fit for a terminal, in one line; of a long text the first and the last 300 bytes, for a refusal
/// begins with what is wrong and ends with what would be right.
std::string one_line(std::string_view text);

/// Fit for a terminal; lines stay lines.
std::string printable_lines(std::string_view text);

}  // namespace retime
