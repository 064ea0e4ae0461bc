#include "kernels/support/user_file.h"

#include <filesystem>
#include <fstream>

#include "kernels/support/bad_input.h"

namespace retime {

void require_file(const std::string& path) {
  std::error_code failed;
  const auto kind = std::filesystem::status(path, failed).type();
  if (kind == std::filesystem::file_type::not_found) {
    throw bad_input(path + ": there is no such file");
  }
  if (kind != std::filesystem::file_type::regular || !std::ifstream(path)) {
    throw bad_input(path + ": not a file that can be read");
  }
}

std::string quoted(std::string_view text) {
  constexpr std::size_t most_bytes = 24;
  constexpr const char* digits = "0123456789abcdef";
  std::string shown = "'";
  for (const char c : text.substr(0, most_bytes)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= ' ' && byte <= '~') {
      shown += c;
    } else {
      shown += {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
    }
  }
  return shown + (text.size() > most_bytes ? "...'" : "'");
}

}  // namespace retime
