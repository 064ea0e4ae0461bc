// Files that commands write: whole or not at all, or with a flag to blame.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "harness/files/writable.h"

namespace retime {

/// Writes beside the file and renames, so that a kill leaves no half of it; makes its folder.
/// Throws bad_input if it cannot be written. Where several programs may write a file, each holds a
/// lock meanwhile.
void write_whole(const std::filesystem::path& file, const std::string& text);

/// Writes files by their names in a folder, which it makes: all of them, or where one cannot be
/// written none, and throws bad_input that names `flag` and that file.
void write_all(const std::filesystem::path& folder,
               const std::vector<std::pair<std::string, std::string>>& texts_by_name,
               const std::string& flag);

/// Replaces the file. Throws bad_input that names `flag` and the path if it cannot be written.
void write_text(const std::filesystem::path& file, const std::string& text,
                const std::string& flag);

}  // namespace retime
