// A file to which one program at a time appends, whole lines or nothing.
#pragma once

#include <filesystem>
#include <string_view>

namespace retime {

enum class if_held { refuse, wait };

/// A file that one program at a time holds.
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

class append_file {
 public:
  /// Opens and locks the file. Throws bad_input as file_lock does.
  explicit append_file(std::filesystem::path path, if_held by_another = if_held::refuse);

  /// Ends the last line first, where an editor or a merge has left it open. Throws bad_input if the
  /// text cannot be written (a full disk, say); the file is as before then.
  void append(std::string_view text);

 private:
  void write(std::string_view text);

  file_lock file_;
};

/// Cuts off what a kill left of a last line, if there is such a file.
void drop_cut_line(const std::filesystem::path& file);

}  // namespace retime
