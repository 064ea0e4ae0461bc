// What retime and retime-emulated have in common: all but the device that they are linked with.
#pragma once

namespace retime {

/// Does what the command line says; returns the exit status.
int run_program(int argc, char** argv);

}  // namespace retime
