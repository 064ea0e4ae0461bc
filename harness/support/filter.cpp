#include "harness/support/filter.h"

#include <fmt/format.h>

#include "kernels/support/bad_input.h"

namespace retime {

std::regex filter_expression(const std::string& filter) {
  try {
    return std::regex(filter);
  } catch (const std::regex_error&) {
    throw bad_input(fmt::format("--filter '{}': not a regular expression", filter));
  }
}

}  // namespace retime
