#include "harness/text/one_line.h"

#include <cstddef>

#include "kernels/support/user_file.h"

namespace retime {
namespace {

constexpr std::size_t shown_of_an_end = 300;

bool is_within_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

}  // namespace

std::string one_line(std::string_view text) {
  if (text.size() <= 2 * shown_of_an_end) return printable(text);
  std::size_t head = shown_of_an_end, tail = text.size() - shown_of_an_end;
  while (head > 0 && is_within_character(text[head])) --head;
  while (tail < text.size() && is_within_character(text[tail])) ++tail;
  return printable(text.substr(0, head)) + " ... " + printable(text.substr(tail));
}

std::string printable_lines(std::string_view text) {
  std::string shown;
  for (auto end = text.find('\n'); end != text.npos; end = text.find('\n')) {
    shown += printable(text.substr(0, end)) + '\n';
    text.remove_prefix(end + 1);
  }
  return shown + printable(text);
}

}  // namespace retime
