// Whether something can be written at a place, asked before the work whose result is to go there.
#pragma once

#include <filesystem>
#include <string>

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

}  // namespace retime
