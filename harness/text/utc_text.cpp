#include "harness/text/utc_text.h"

#include <array>

namespace retime {

std::string utc_text(std::time_t when, const char* form) {
  std::tm parts{};
  gmtime_r(&when, &parts);
  std::array<char, 64> text;
  return {text.data(), std::strftime(text.data(), text.size(), form, &parts)};
}

}  // namespace retime
