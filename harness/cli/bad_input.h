// The two ways in which a command ends early.
#pragma once

#include <stdexcept>

namespace retime {

/// A flag, axis, file or value that cannot be used: one line that names it and what would be right.
/// Exit status 2.
struct bad_input : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Thrown by a command that ends with a status other than 0 and has already said why.
struct exit_status {
  int value;
};

}  // namespace retime
