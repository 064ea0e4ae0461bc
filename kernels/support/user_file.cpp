#include "kernels/support/user_file.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>

#include "kernels/support/bad_input.h"

namespace retime {
namespace {

void add_escaped(std::string& to, std::string_view bytes) {
  constexpr const char* digits = "0123456789abcdef";
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    to += {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
  }
}

bool is_printable_ascii(char c) { return c >= ' ' && c <= '~'; }

/// Bytes of the character that the text begins with; 0 if they are no UTF-8.
std::size_t length_of(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xc2 ? 0
                             : first < 0xe0 ? 2
                             : first < 0xf0 ? 3
                             : first < 0xf5 ? 4
                                            : 0;
  if (length == 0 || text.size() < length) return 0;
  const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; };
  return std::ranges::all_of(text.substr(1, length - 1), continues) ? length : 0;
}

char32_t code_of(std::string_view character) {
  constexpr unsigned char first_bits[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
  char32_t code = static_cast<unsigned char>(character[0]) & first_bits[character.size()];
  for (const char c : character.substr(1))
    code = code << 6 | (static_cast<unsigned char>(c) & 0x3f);
  return code;
}

/// Whether a terminal or a browser draws it and does nothing else.
bool is_drawn(std::string_view character) {
  if (character.size() == 1) return is_printable_ascii(character[0]);
  const char32_t code = code_of(character);
  const auto within = [&](char32_t low, char32_t high) { return low <= code && code <= high; };
  const bool too_long = (character.size() == 3 && code < 0x800) ||
                        (character.size() == 4 && !within(0x10000, 0x10ffff));
  return !too_long && code >= 0xa0 && !within(0x200b, 0x200f) && !within(0x2028, 0x202e) &&
         !within(0x2060, 0x206f) && !within(0xd800, 0xdfff) && code != 0x61c && code != 0xfeff;
}

}  // namespace

void require_file(const std::string& path) {
  std::error_code failed;
  const auto kind = std::filesystem::status(path, failed).type();
  if (kind == std::filesystem::file_type::not_found) {
    throw bad_input(printable(path) + ": there is no such file");
  }
  if (kind != std::filesystem::file_type::regular || !std::ifstream(path)) {
    throw bad_input(printable(path) + ": not a file that can be read");
  }
}

bool next_line(std::istream& in, std::string& line, std::size_t most_bytes) {
  char part[16384];
  line.clear();
  while (line.size() <= most_bytes) {
    in.getline(part, sizeof part);
    const auto got = static_cast<std::size_t>(in.gcount());
    if (in.bad()) return false;
    if (in.eof()) {
      line.append(part, got);
      break;
    }
    if (!in.fail()) {
      line.append(part, got - 1);  // the end of the line is counted
      return true;
    }
    line.append(part, got);
    in.clear();
  }
  if (line.size() > most_bytes) line.resize(most_bytes + 1);
  return !line.empty();
}

std::string quoted(std::string_view text) {
  constexpr std::size_t most_bytes = 24;
  std::string shown = "'";
  for (const char c : text.substr(0, most_bytes)) {
    if (is_printable_ascii(c)) {
      shown += c;
    } else {
      add_escaped(shown, std::string_view(&c, 1));
    }
  }
  return shown + (text.size() > most_bytes ? "...'" : "'");
}

std::string printable(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const std::size_t length = length_of(text);
    const auto character = text.substr(0, std::max<std::size_t>(length, 1));
    if (length > 0 && is_drawn(character)) {
      shown += character;
    } else {
      add_escaped(shown, character);
    }
    text.remove_prefix(character.size());
  }
  return shown;
}

}  // namespace retime
