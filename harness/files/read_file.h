// Files that a user names: what is there, their text, also packed by xz, and what tells contents
// apart.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "kernels/support/bad_input.h"

namespace retime {

/// Neither throws, as std::filesystem does for a loop of links or a name that is too long: reading
/// such a path says what is wrong.
inline bool is_there(const std::filesystem::path& path) {
  std::error_code failed;
  return std::filesystem::exists(path, failed);
}
inline bool is_folder(const std::filesystem::path& path) {
  std::error_code failed;
  return std::filesystem::is_directory(path, failed);
}

/// "NAME: larger than 64 MiB, the most that is read"
bad_input too_large(const std::string& name, std::size_t most_bytes);

/// The text of a file of at most so many bytes. Throws bad_input that names it.
std::string text_of_file(const std::filesystem::path& path, std::size_t most_bytes);

/// What `xz -dc` prints of the file. Throws bad_input that names it: cut short, damaged, another
/// format, or more than `most_bytes`.
std::string unpacked(const std::filesystem::path& file, std::size_t most_bytes);

/// 64-bit FNV-1a (Fowler, Noll and Vo), in hexadecimal.
std::string hash_of(std::string_view content);
/// That of an empty text where the file cannot be read.
std::string hash_of_file(const std::filesystem::path& file);

}  // namespace retime
