// A worker's reply, from one rank to another.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "harness/worker/worker.h"

namespace retime::ranks {

nlohmann::json to_json(const worker_reply& reply);
worker_reply reply_from(const nlohmann::json& text);

}  // namespace retime::ranks
