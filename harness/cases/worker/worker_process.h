// A child process that answers requests, one JSON object a line each way.
#pragma once

#include <sys/types.h>

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace retime::cases {

/// The process ended while an answer was due. what() says how: "exit status 1", "signal 11 (...)".
struct worker_died : std::runtime_error {
  worker_died(const std::string& cause, std::optional<int> status)
      : std::runtime_error(cause), exit_status(status) {}
  std::optional<int> exit_status;  ///< nothing if a signal ended it
};

class worker_process {
 public:
  /// Starts program and arguments. Requests and answers go over its standard input, a socket; what
  /// it prints goes to our standard error. Throws std::runtime_error if it cannot be started.
  explicit worker_process(const std::vector<std::string>& command);
  worker_process(const worker_process&) = delete;
  worker_process& operator=(const worker_process&) = delete;
  ~worker_process() { stop(); }

  void send(const nlohmann::json& request);  ///< throws worker_died
  /// The next answer, an object; nothing if none came within the time. Throws worker_died, and
  /// bad_input where the program answers something else.
  std::optional<nlohmann::json> receive(double timeout_s);
  /// Kills it, whatever it is doing.
  void stop() noexcept;

 private:
  [[noreturn]] void throw_death();
  nlohmann::json answer_in(const std::string& line) const;

  std::string program_;
  pid_t process_ = -1;
  int socket_ = -1;
  std::string unread_;
};

/// Serves the other end: calls `answer` with each request until there are no more. `answer` may
/// send several lines.
class request_line {
 public:
  std::optional<nlohmann::json> next();  ///< waits; nothing once the other end is gone
  void send(const nlohmann::json& answer);

 private:
  std::string unread_;
};

}  // namespace retime::cases
