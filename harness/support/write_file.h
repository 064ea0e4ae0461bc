// Files that commands write: whole or not at all, or with a flag to blame.
#pragma once

#include <filesystem>
#include <string>

#include "harness/support/writable.h"

namespace retime {

/// Writes beside the file and renames, so that a kill leaves no half of it; makes its folder.
/// Throws bad_input if it cannot be written. Where several programs may write a file, each holds a
/// lock meanwhile.
void write_whole(const std::filesystem::path& file, const std::string& text);

/// Replaces the file. Throws bad_input that names `flag` and the path if it cannot be written.
void write_text(const std::filesystem::path& file, const std::string& text,
                const std::string& flag);

}  // namespace retime
