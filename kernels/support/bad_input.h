// What the user gave cannot be used.
#pragma once

#include <stdexcept>

namespace retime {

/// A flag, axis, file or value that cannot be used: one line that names it and what would be right.
/// The program ends with exit status 2.
struct bad_input : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace retime
