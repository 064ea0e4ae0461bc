#pragma once

#include <filesystem>
#include <string>

namespace retime::formats {

/// Replaces the file. Throws bad_input that names `flag` and the path if it cannot be written.
void write_text(const std::filesystem::path& path, const std::string& text,
                const std::string& flag);

}  // namespace retime::formats
