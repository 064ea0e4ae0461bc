// A file to which one program at a time appends, whole lines or nothing.
#pragma once

#include <filesystem>
#include <string_view>

#include "harness/files/file_lock.h"

namespace retime {

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
