// Text for a terminal of 80 columns.
#pragma once

#include <cstddef>
#include <string>

namespace retime {

/// Ends with a new line. Lines after the first are indented so far, and broken between words; a
/// line that is indented itself is a command, which goes on after a backslash.
std::string wrapped(const std::string& text, std::size_t indent);

/// `left`, and from that column on `right`; on a line of its own if `left` is longer. A list of
/// choices that is longer than a line is broken after a bar.
std::string two_columns(const std::string& left, const std::string& right, std::size_t column);

}  // namespace retime
