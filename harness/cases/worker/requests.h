// A worker: runs cases for another process, so that what goes wrong in one, up to a hang, ends it
// and nothing else. What it can be asked for is added by whoever asks, in a file of its own.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "harness/cases/worker/worker_process.h"
#include "harness/host/host_turns.h"
#include "harness/text/forms.h"

namespace retime::cases {

/// By a request's member "do": what answers it. Before the answer it may send
/// {"input_ms", ...} once, when inputs are made: they are no case's time.
using answers = std::map<std::string, std::function<nlohmann::json(const nlohmann::json& request)>>;

/// The device answers; after some faults it does so in a new process alone.
bool device_is_alive();

/// Sends {"protocol", "header"} at first, then answers requests on standard input until there are
/// no more. What an answer throws is {"bad_input"}, or {"error"} for all else. Each answer has
/// "alive": false if the device needs a new process.
/// Whenever it waits for others on its host: {"waits": true}, and {"waits": false} when its turn
/// has come.
void serve(request_line& requests, const nlohmann::json& header, const answers& all);

/// What a worker has of its host.
struct host_share {
  std::function<int()> cores{};                 ///< see run_options; empty: all
  std::function<void(host_use)> begin{};        ///< empty: it is alone, and takes no turns
  std::function<void(host_use)> begin_ahead{};  ///< the same for inputs of cases to come

  void use(host_use next) const {
    if (begin) begin(next);
  }
  int cores_now() const { return cores ? cores() : 0; }
};

struct requests_form {
  std::string id;  ///< of those who ask
  /// Made once in a worker's life. `seed`: of its inputs.
  std::function<answers(request_line& requests, std::uint64_t seed, const host_share& host)> make;
};

inline bool register_requests(requests_form form) {
  return forms<requests_form>::add(std::move(form));
}

}  // namespace retime::cases
