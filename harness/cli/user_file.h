// Files that a command is told to read.
#pragma once

#include <string>

namespace retime {

/// Throws bad_input unless it is a file that can be read: folders and devices are none.
void require_file(const std::string& path);

}  // namespace retime
