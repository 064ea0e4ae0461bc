// A file that one program at a time holds.
#pragma once

#include <filesystem>

namespace retime {

enum class if_held { refuse, wait };

class file_lock {
 public:
  /// Opens the file for reading and appending, creating it if need be, and holds it until the
  /// object or the program ends. Throws bad_input if it cannot be written or, unless it is waited
  /// for, another program holds it.
  file_lock(std::filesystem::path path, if_held by_another);
  file_lock(file_lock&& other) noexcept;
  file_lock& operator=(file_lock&&) = delete;
  ~file_lock();

  const std::filesystem::path& path() const { return path_; }
  int descriptor() const { return descriptor_; }

 private:
  std::filesystem::path path_;
  int descriptor_;
};

}  // namespace retime
