#include "harness/text/markdown.h"

#include <algorithm>

#include "kernels/support/user_file.h"

namespace retime {
namespace {

/// Of the longest run of backticks.
std::size_t longest_fence(std::string_view text) {
  std::size_t longest = 0, now = 0;
  for (const char c : text) {
    now = c == '`' ? now + 1 : 0;
    longest = std::max(longest, now);
  }
  return longest;
}

std::string escaped(std::string_view text, std::string_view special) {
  std::string result;
  for (const char c : text) {
    if (special.find(c) != special.npos) result += '\\';
    result += c;
  }
  return result;
}

}  // namespace

std::string markdown_code(std::string_view text) {
  const std::string shown = printable(text);
  const std::string fence(longest_fence(shown) + 1, '`');
  const char* pad = fence.size() > 1 || shown.empty() ? " " : "";
  return fence + pad + escaped(shown, "|") + pad + fence;
}

std::string markdown_text(std::string_view text) { return escaped(printable(text), "\\<>|[]&"); }

}  // namespace retime
