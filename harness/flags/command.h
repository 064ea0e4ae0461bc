// A command of the program: `retime NAME ...`.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <utility>

#include "harness/text/forms.h"

namespace retime {

struct command_form {
  std::string id;         ///< its name on the command line
  std::string help;       ///< one line
  std::string chapter{};  ///< of the program's help; empty: not for people
  int place = 2000;       ///< in the program's help: smaller ones come first
  /// Adds flags, arguments and a callback. The callback throws bad_input for the user's mistakes,
  /// and exit_status where it has said itself why it fails.
  std::function<void(CLI::App& command)> add;
};

/// A command's file calls it once, as the initialiser of a static.
inline bool register_command(command_form form) {
  return forms<command_form>::add(std::move(form));
}

}  // namespace retime
