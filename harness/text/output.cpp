#include "harness/text/output.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "kernels/support/user_file.h"

namespace retime {
namespace {

/// Columns of the terminal behind a stream; 80 where it does not say; 0 of no terminal.
std::size_t terminal_width(int stream) {
  if (::isatty(stream) != 1) return 0;
  winsize window{};
  const bool known = ::ioctl(stream, TIOCGWINSZ, &window) == 0 && window.ws_col > 0;
  return known ? window.ws_col : 80;
}

/// As https://no-color.org has it.
bool wants_colours() {
  const char* refused = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool is_dumb = terminal == nullptr || std::string_view(terminal) == "dumb";
  return (refused == nullptr || *refused == '\0') && !is_dumb;
}

}  // namespace

void prepare_output() {
  // A closed descriptor is given to the next file that is opened, which may be one of records.
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) < 0)
      ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

void write_status(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

void write_result(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

bool status_is_terminal() { return ::isatty(STDERR_FILENO) == 1; }

text_style result_style() {
  const std::size_t width = terminal_width(STDOUT_FILENO);
  return {.width = width, .colours = width > 0 && wants_colours()};
}

std::size_t status_width() { return terminal_width(STDERR_FILENO); }

void show_progress(std::string_view line) {
  if (!status_is_terminal()) return;
  clear_progress();
  write_status(shortened(printable(line), status_width() - 1));
}

void clear_progress() {
  if (status_is_terminal()) write_status("\r\033[K");
}

bool results_are_written() { return std::fflush(stdout) == 0 && std::ferror(stdout) == 0; }

}  // namespace retime
