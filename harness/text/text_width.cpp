#include <algorithm>

#include "harness/text/text_table.h"
#include "kernels/support/user_file.h"

namespace retime {
namespace {

bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

/// Bytes of the first so many characters.
std::size_t bytes_of(std::string_view text, std::size_t characters) {
  std::size_t end = 0;
  for (; end < text.size(); ++end)
    if (begins_character(text[end]) && characters-- == 0) break;
  return end;
}

const char* code_of(tone shade) {
  switch (shade) {
    case tone::plain:
      return "";
    case tone::strong:
      return "\033[1m";
    case tone::faint:
      return "\033[2m";
    case tone::good:
      return "\033[32m";
    case tone::doubtful:
      return "\033[33m";
    case tone::bad:
      return "\033[31m";
  }
  return "";
}

}  // namespace

std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, begins_character));
}

std::string shortened(std::string_view text, std::size_t width) {
  const std::size_t whole = width_of(text);
  if (whole <= width) return std::string(text);
  if (width < 8) return std::string(text.substr(0, bytes_of(text, width)));
  const std::size_t first = (width - 2) / 2, last = width - 2 - first;
  return std::string(text.substr(0, bytes_of(text, first))) + ".." +
         std::string(text.substr(bytes_of(text, whole - last)));
}

std::vector<std::string> wrapped_line(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  width = std::max<std::size_t>(width, 1);
  while (width_of(text) > width) {
    std::size_t end = bytes_of(text, width), next = end;
    if (const auto blank = text.rfind(' ', end); blank != text.npos && blank > 0) {
      end = blank;
      next = blank + 1;
    }
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(next);
  }
  lines.emplace_back(text);
  return lines;
}

std::vector<std::string> wrapped_lines(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    const std::string line = printable(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (width == 0)
      lines.push_back(line);
    else
      for (auto& part : wrapped_line(line, width)) lines.push_back(std::move(part));
  }
  return lines;
}

std::string shaded(std::string_view text, tone shade, bool colours) {
  if (!colours || text.empty() || shade == tone::plain) return std::string(text);
  return code_of(shade) + std::string(text) + "\033[0m";
}

}  // namespace retime
