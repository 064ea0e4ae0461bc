#include "harness/flags/wrapped_text.h"

#include <algorithm>
#include <sstream>
#include <vector>

namespace retime {
namespace {

constexpr std::size_t columns = 80;

/// Parts that each end with the separator, but the last.
std::vector<std::string> parts_of(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = std::min(text.find(separator, begin), text.size() - 1) + 1;
    parts.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return parts;
}

/// As many parts a line as fit, `end` at the end of all lines but the last.
std::string filled(const std::vector<std::string>& parts, std::size_t indent, std::size_t at,
                   const std::string& end) {
  std::string text;
  bool begins = true;
  for (const auto& part : parts) {
    const std::size_t wide = part.size() - (part.ends_with(' ') ? 1 : 0);
    if (!begins && at + wide + end.size() > columns) {
      while (text.ends_with(' ')) text.pop_back();
      text += end + "\n" + std::string(indent, ' ');
      at = indent;
    }
    text += part;
    at += part.size();
    begins = false;
  }
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

/// A flag and its value stay together.
std::vector<std::string> with_their_values(const std::string& command) {
  std::vector<std::string> parts;
  for (const auto& word : parts_of(command, ' ')) {
    const bool begins = parts.empty() || word.starts_with('-');
    if (begins)
      parts.push_back(word);
    else
      parts.back() += word;
  }
  return parts;
}

}  // namespace

std::string wrapped(const std::string& text, std::size_t indent) {
  std::string result;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto inset = line.find_first_not_of(' ');
    if (inset != 0 && inset != line.npos)
      result += std::string(inset, ' ') +
                filled(with_their_values(line.substr(inset)), inset + 4, inset, " \\");
    else
      result += filled(parts_of(line, ' '), indent, indent, "");
    result += "\n";
  }
  return result;
}

std::string two_columns(const std::string& left, const std::string& right, std::size_t column) {
  const auto choices = left.find('|');
  std::string text = left;
  if (left.size() > columns && choices != left.npos) {
    const auto begin = left.rfind(' ', choices) + 1;
    text = left.substr(0, begin) + filled(parts_of(left.substr(begin), '|'), begin, begin, "");
  }
  if (right.empty()) return text + "\n";
  text += left.size() + 2 <= column ? std::string(column - left.size(), ' ')
                                    : "\n" + std::string(column, ' ');
  return text + wrapped(right, column);
}

}  // namespace retime
