#include "harness/host/interrupt.h"

#include <csignal>

namespace retime {
namespace {

volatile std::sig_atomic_t interrupted = 0;

}  // namespace

void note_interrupts() {
  struct sigaction once {};
  once.sa_handler = [](int) { interrupted = 1; };
  once.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &once, nullptr);
}

bool is_interrupted() { return interrupted != 0; }

}  // namespace retime
