#include "harness/cases/worker/worker_process.h"

#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <ctime>
#include <nlohmann/json.hpp>
#include <utility>

#include "harness/files/json_input.h"
#include "kernels/support/user_file.h"

extern char** environ;

namespace retime::cases {
namespace {

using nlohmann::json;
using wall_clock = std::chrono::steady_clock;

/// Takes the first whole line out of what has been read.
std::optional<std::string> take_line(std::string& unread) {
  const auto end = unread.find('\n');
  if (end == std::string::npos) return std::nullopt;
  std::string line = unread.substr(0, end);
  unread.erase(0, end + 1);
  return line;
}

/// False if the other end is gone.
bool write_all(int socket, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t sent = ::send(socket, text.data() + done, text.size() - done, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    done += static_cast<std::size_t>(sent);
  }
  return true;
}

/// As a line; texts in it need not be UTF-8, as JSON has to be.
std::string line_of(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

/// False at the end of the stream.
bool read_some(int socket, std::string& into) {
  char buffer[65536];
  ssize_t got = 0;
  do {
    got = ::recv(socket, buffer, sizeof buffer, 0);
  } while (got < 0 && errno == EINTR);
  if (got <= 0) return false;
  into.append(buffer, static_cast<std::size_t>(got));
  return true;
}

json object_in(const std::string& line) { return fields::object(parse_json<json>(line), "a line"); }

pid_t spawn(const std::vector<std::string>& command, int socket) {
  std::vector<char*> argv;
  argv.reserve(command.size() + 1);
  for (const auto& word : command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  pid_t process = -1;
  const int failed = posix_spawn(&process, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0)
    throw std::runtime_error(
        fmt::format("{}: cannot be started: {}", command.front(), std::strerror(failed)));
  return process;
}

}  // namespace

worker_process::worker_process(const std::vector<std::string>& command)
    : program_(command.front()) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw std::runtime_error(fmt::format("no socket for a worker: {}", std::strerror(errno)));
  socket_ = ends[0];
  try {
    process_ = spawn(command, ends[1]);
  } catch (...) {
    close(ends[0]);
    close(ends[1]);
    throw;
  }
  close(ends[1]);
}

void worker_process::send(const json& request) {
  if (!write_all(socket_, line_of(request))) throw_death();
}

json worker_process::answer_in(const std::string& line) const {
  try {
    return object_in(line);
  } catch (const bad_input& fault) {
    throw bad_input(fmt::format("{}: answers no request, it is another program ({})",
                                printable(program_), fault.what()));
  }
}

std::optional<json> worker_process::receive(double timeout_s) {
  const auto deadline = wall_clock::now() + std::chrono::duration<double>(timeout_s);
  for (;;) {
    if (const auto line = take_line(unread_)) return answer_in(*line);
    const double left_s = std::chrono::duration<double>(deadline - wall_clock::now()).count();
    if (left_s <= 0) return std::nullopt;
    pollfd watched{socket_, POLLIN, 0};
    const int ready = poll(&watched, 1, static_cast<int>(std::min(left_s * 1e3 + 1, 1e6)));
    if (ready > 0 && !read_some(socket_, unread_)) throw_death();
  }
}

void worker_process::throw_death() {
  int status = 0;
  const pid_t process = std::exchange(process_, -1);
  if (process > 0) {
    kill(process, SIGKILL);  // where it has closed its end and lives on
    waitpid(process, &status, 0);
  }
  if (WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL) {
    const int signal = WTERMSIG(status);
    throw worker_died(fmt::format("signal {} ({})", signal, strsignal(signal)), std::nullopt);
  }
  if (WIFSIGNALED(status)) throw worker_died("killed", std::nullopt);
  throw worker_died(fmt::format("exit status {}", WEXITSTATUS(status)), WEXITSTATUS(status));
}

void worker_process::stop() noexcept {
  if (process_ > 0) {
    kill(process_, SIGKILL);
    // A driver may hold on to a process whose kernel it cannot stop: not waited for without end.
    const timespec pause{.tv_sec = 0, .tv_nsec = 1'000'000};
    for (int waited_ms = 0; waited_ms < 30'000 && waitpid(process_, nullptr, WNOHANG) == 0;
         ++waited_ms)
      nanosleep(&pause, nullptr);
  }
  process_ = -1;
  if (socket_ >= 0) close(socket_);
  socket_ = -1;
}

std::optional<json> request_line::next() {
  for (;;) {
    if (const auto line = take_line(unread_)) return object_in(*line);
    if (!read_some(STDIN_FILENO, unread_)) return std::nullopt;
  }
}

void request_line::send(const json& answer) {
  if (!write_all(STDIN_FILENO, line_of(answer))) _exit(1);  // nobody listens
}

}  // namespace retime::cases
