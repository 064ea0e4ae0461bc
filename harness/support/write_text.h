// Text files that commands write besides runs.
#pragma once

#include <filesystem>
#include <string>

namespace retime::formats {

/// Throws bad_input that names `flag` and the path if no file can be made there. For commands that
/// write several files and must write none if one of them is wrong; an empty path is fine.
void check_writable(const std::filesystem::path& path, const std::string& flag);

/// Replaces the file. Throws bad_input that names `flag` and the path if it cannot be written.
void write_text(const std::filesystem::path& path, const std::string& text,
                const std::string& flag);

}  // namespace retime::formats
