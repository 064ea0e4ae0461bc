// How a command ends early: with a status, or by Ctrl-C at the next whole step.
#pragma once

#include <csignal>

namespace retime {

/// Thrown by a command that ends with a status other than 0 and has already said why.
struct exit_status {
  int value;
};

/// What a shell expects of a program that Ctrl-C ended.
inline constexpr int interrupted_status = 130;

/// Set by note_interrupts() alone.
inline volatile std::sig_atomic_t ctrl_c_was_pressed = 0;

/// From the first call on, Ctrl-C is only noted; a second one ends the program.
inline void note_interrupts() {
  struct sigaction once {};
  once.sa_handler = [](int) { ctrl_c_was_pressed = 1; };
  once.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &once, nullptr);
}

inline bool is_interrupted() { return ctrl_c_was_pressed != 0; }

}  // namespace retime
