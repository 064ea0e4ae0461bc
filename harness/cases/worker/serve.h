// A worker: runs cases for another process, so that what goes wrong in one, up to a hang, ends it
// and nothing else.
#pragma once

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "harness/cases/worker/worker_process.h"

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
void serve(request_line& requests, const nlohmann::json& header, const answers& known);

}  // namespace retime::cases
