// Reading the files that users name: which are opened, and how their text is quoted.
#pragma once

#include <string>
#include <string_view>

namespace retime {

/// Throws bad_input, one line that names the path, unless it is a file that can be
/// opened for reading. Folders, devices and pipes are none: a file is read more than once.
void require_file(const std::string& path);

/// The text in single quotes, fit for an error of one line: bytes that are not printable ASCII as
/// \xNN, and cut after 24 bytes.
std::string quoted(std::string_view text);

}  // namespace retime
