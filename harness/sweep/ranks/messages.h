// What ranks tell each other: who they are, so that one on the same host can tell whether they
// live, and a worker's reply.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/cases/worker/worker.h"

namespace retime::sweep::ranks {

struct process_name {
  std::string pids;  ///< the processes that it can see, as the kernel names them
  int pid = 0;
};

process_name this_process();
/// False if it can be seen from here and there is none.
bool may_live(const process_name& other);

nlohmann::json to_json(const process_name& name);
process_name process_name_from(const nlohmann::json& text);

nlohmann::json to_json(const cases::worker_reply& reply);
cases::worker_reply reply_from(const nlohmann::json& text);

}  // namespace retime::sweep::ranks
