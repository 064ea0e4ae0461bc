// What a path that a user names leads to. Neither function throws, as std::filesystem does of a
// loop of links or of a name that is too long: reading such a path says what is wrong.
#pragma once

#include <filesystem>

namespace retime {

inline bool is_there(const std::filesystem::path& path) {
  std::error_code failed;
  return std::filesystem::exists(path, failed);
}

inline bool is_folder(const std::filesystem::path& path) {
  std::error_code failed;
  return std::filesystem::is_directory(path, failed);
}

}  // namespace retime
