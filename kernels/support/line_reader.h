// A user's text file, line by line.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace retime {

/// Ends of lines may be LF or CR LF, and a byte order mark may stand before the first.
class line_reader {
 public:
  /// Throws bad_input as require_file() does.
  explicit line_reader(const std::string& file);

  /// Goes on to the next line, the first at first; false where there is none.
  bool next();
  const std::string& line() const { return line_; }
  /// What stands between separators, up to a #; valid until next().
  std::vector<std::string_view> words(const char* separators = " \t,") const;
  /// Throws bad_input: the file, the line and why.
  [[noreturn]] void fail(const std::string& why) const;

 private:
  std::string file_, line_;
  std::ifstream stream_;
  std::int64_t number_ = 0;
};

}  // namespace retime
