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

constexpr std::size_t shown_of_an_end = 300;

bool is_within_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

/// Columns of the terminal behind a stream; 80 where it does not say; 0 where it is none.
std::size_t terminal_width(int stream) {
  if (::isatty(stream) != 1) return 0;
  winsize window{};
  const bool says = ::ioctl(stream, TIOCGWINSZ, &window) == 0 && window.ws_col > 0;
  return says ? window.ws_col : 80;
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

std::string one_line(std::string_view text) {
  if (text.size() <= 2 * shown_of_an_end) return printable(text);
  std::size_t head = shown_of_an_end, tail = text.size() - shown_of_an_end;
  while (head > 0 && is_within_character(text[head])) --head;
  while (tail < text.size() && is_within_character(text[tail])) ++tail;
  return printable(text.substr(0, head)) + " ... " + printable(text.substr(tail));
}

std::string printable_lines(std::string_view text) {
  std::string shown;
  for (auto end = text.find('\n'); end != text.npos; end = text.find('\n')) {
    shown += printable(text.substr(0, end)) + '\n';
    text.remove_prefix(end + 1);
  }
  return shown + printable(text);
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
