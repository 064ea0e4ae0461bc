// Ctrl-C, for work that ends at the next whole step.
#pragma once

namespace retime {

/// From the first call on, Ctrl-C is only noted; a second one ends the program.
void note_interrupts();
bool is_interrupted();

/// What a shell expects of a program that Ctrl-C ended.
inline constexpr int interrupted_status = 130;

}  // namespace retime
