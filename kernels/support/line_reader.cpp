#include "kernels/support/line_reader.h"

#include <algorithm>

#include "kernels/support/bad_input.h"
#include "kernels/support/user_file.h"

namespace retime {

line_reader::line_reader(const std::string& file) : file_(file) {
  require_file(file);
  stream_.open(file, std::ios::binary);
}

bool line_reader::next() {
  constexpr std::size_t longest = std::size_t{1} << 20;
  if (!next_line(stream_, line_, longest)) return false;
  ++number_;
  if (line_.size() > longest) fail("longer than 1 MiB, the most of a line that is read");
  if (number_ == 1 && line_.starts_with("\xef\xbb\xbf")) line_.erase(0, 3);
  if (line_.ends_with('\r')) line_.pop_back();
  return true;
}

std::vector<std::string_view> line_reader::words(const char* separators) const {
  const auto text = std::string_view(line_).substr(0, line_.find('#'));
  std::vector<std::string_view> found;
  for (std::size_t from = 0, to = 0; to < text.size(); from = to) {
    from = std::min(text.find_first_not_of(separators, from), text.size());
    to = std::min(text.find_first_of(separators, from), text.size());
    if (from < to) found.push_back(text.substr(from, to - from));
  }
  return found;
}

void line_reader::fail(const std::string& why) const {
  throw bad_input(printable(file_) + (number_ > 0 ? ", line " + std::to_string(number_) : "") +
                  ": " + why);
}

}  // namespace retime
