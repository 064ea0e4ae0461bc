// A worker's reply, from one rank to another.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "harness/cases/worker/worker.h"

namespace retime::sweep::ranks {

nlohmann::json to_json(const cases::worker_reply& reply);
cases::worker_reply reply_from(const nlohmann::json& text);

}  // namespace retime::sweep::ranks
