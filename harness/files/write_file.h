// Files that commands write: whether that can be done, asked before the work whose result is to go
// there, and the writing: whole or not at all, or with a flag to blame.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace retime {

/// All throw bad_input that names `flag`, the place and what is in the way: a file where a folder
/// is to be, a device, a link to nowhere, rights, a name that is too long. Nothing is left behind.
/// An empty path, a flag that is not given, is fine.

/// A folder that is there or can be made.
void check_folder(const std::filesystem::path& folder, const char* flag);
/// A file in a folder that is there.
void check_writable(const std::filesystem::path& file, const char* flag);
/// A file in a folder that is there or can be made.
void check_file_to_make(const std::filesystem::path& file, const char* flag);

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
