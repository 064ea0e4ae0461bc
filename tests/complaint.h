// What a call says of bad input.
#pragma once

#include <functional>
#include <string>

#include "kernels/support/bad_input.h"

namespace tests {

/// The text of the bad_input that a call throws; "" if it throws none.
inline std::string complaint_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const retime::bad_input& error) {
    return error.what();
  }
  return "";
}

}  // namespace tests
