// A file to which one program at a time appends, whole lines or nothing.
#pragma once

#include <filesystem>
#include <string_view>

namespace retime {

class append_file {
 public:
  /// Opens the file, creating it if need be, and locks it until the object or the program ends.
  /// Throws bad_input if it cannot be written or another program holds the lock.
  explicit append_file(std::filesystem::path path);
  append_file(append_file&& other) noexcept;
  append_file& operator=(append_file&&) = delete;
  ~append_file();

  /// Throws bad_input if the text cannot be written (a full disk, say); the file is as before then.
  void append(std::string_view text);

 private:
  std::filesystem::path path_;
  int descriptor_;
};

/// Cuts off what a kill left of a last line, if there is such a file.
void drop_cut_line(const std::filesystem::path& file);

}  // namespace retime
