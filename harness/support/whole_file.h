// Files that a kill must not leave half written.
#pragma once

#include <filesystem>
#include <string>

namespace retime::tune {

/// Writes beside the file and renames; makes its folder. Throws bad_input if it cannot be written.
void write_whole(const std::filesystem::path& file, const std::string& text);

}  // namespace retime::tune
