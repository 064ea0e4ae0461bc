#include "harness/support/output.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <string>

#include "kernels/support/user_file.h"

namespace retime {
namespace {

/// As much as one line of the terminal shows, if each character takes a column.
std::string_view fitted(std::string_view line) {
  winsize window{};
  const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 0;
  std::size_t columns = known ? window.ws_col - 1U : 119, end = 0;
  for (; end < line.size(); ++end) {
    const bool starts = (static_cast<unsigned char>(line[end]) & 0xC0U) != 0x80U;
    if (starts && columns-- == 0) break;
  }
  return line.substr(0, end);
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

void show_progress(std::string_view line) {
  const std::string shown = printable(line);
  if (!status_is_terminal()) return write_status(shown + "\n");
  clear_progress();
  write_status(fitted(shown));
}

void clear_progress() {
  if (status_is_terminal()) write_status("\r\033[K");
}

bool results_are_written() { return std::fflush(stdout) == 0 && std::ferror(stdout) == 0; }

}  // namespace retime
