// A worker as seen from the program that gives it cases, which survives whatever they do to it.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/cases/worker/worker_process.h"
#include "harness/record/record.h"

namespace retime::cases {

/// Programs of the same number understand each other's requests.
inline constexpr int worker_protocol = 1;

struct worker_options {
  std::vector<std::string> command;  ///< program and arguments that start it
  double start_timeout_s = 120, input_timeout_s = 600;
  double turn_timeout_s = 3600;  ///< for others on its host
};

/// Starts another process of `program` that serves the requests of run, tune and ab.
std::vector<std::string> worker_command(const std::string& program, const std::string& device,
                                        std::uint64_t seed);
/// One that may not be alone on its host: it takes turns with the others (host_turns.h), and
/// computes beside them on an equal share of the cores.
std::vector<std::string> in_turns(std::vector<std::string> command);
/// The file of this program.
std::string this_program();

struct worker_reply {
  struct failure {
    status outcome = status::runtime_error;  ///< or timeout
    std::string reason;
  };
  nlohmann::json answer;            ///< null if it failed
  std::optional<failure> failed{};  ///< the worker did not live to answer, or could not
  nlohmann::json inputs_made{};     ///< what it said when the inputs were there; null without
  double wall_s = 0;                ///< the making of inputs and the waiting left out
  double waited_s = 0;              ///< for others on its host
};

class worker {
 public:
  explicit worker(worker_options options) : options_(std::move(options)) {}

  /// What the worker says of the machine and the program. Throws exit_status if it will not start
  /// and has said why, bad_input if it is no worker of this protocol.
  const nlohmann::json& header();
  /// Waits for the answer at most `timeout_s` from when the inputs are made. The next request after
  /// a failure is answered by a new process. Throws bad_input if the worker says so, or if the
  /// program's file was replaced: times of two builds would be mixed.
  worker_reply ask(const nlohmann::json& request, double timeout_s);
  /// What is asked next is answered by a new process.
  void stop() { process_.reset(); }

 private:
  void start();
  void start_again();
  void exchange(const nlohmann::json& request, double timeout_s, worker_reply& reply);

  worker_options options_;
  std::unique_ptr<worker_process> process_;
  nlohmann::json header_;
};

}  // namespace retime::cases
