// A command that ends early.
#pragma once

namespace retime {

/// Thrown by a command that ends with a status other than 0 and has already said why.
struct exit_status {
  int value;
};

}  // namespace retime
