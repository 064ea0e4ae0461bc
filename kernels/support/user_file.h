// Reading the files that users name: which are opened, and how their text is shown.
#pragma once

#include <cstddef>
#include <istream>
#include <string>
#include <string_view>

namespace retime {

/// Throws bad_input, one line that names the path, unless it is a file that can be
/// opened for reading. Folders, devices and pipes are none: a file is read more than once.
void require_file(const std::string& path);

/// The next line, or of a longer one the first `most_bytes` + 1; false where there is none.
bool next_line(std::istream& in, std::string& line, std::size_t most_bytes);

/// The text in single quotes, fit for an error of one line: bytes that are not printable ASCII as
/// \xNN, and cut after 24 bytes.
std::string quoted(std::string_view text);

/// The whole text, fit for a line of an error or of a table: control characters, those that change
/// the direction of writing and bytes that are no UTF-8 as \xNN.
std::string printable(std::string_view text);

}  // namespace retime
