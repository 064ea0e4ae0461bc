// Names a process of the job, so that another one on its host can tell whether it lives.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

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

}  // namespace retime::sweep::ranks
