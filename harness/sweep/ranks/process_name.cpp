#include "harness/sweep/ranks/process_name.h"

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace retime::sweep::ranks {

process_name this_process() {
  std::error_code failed;
  return {std::filesystem::read_symlink("/proc/self/ns/pid", failed).string(), getpid()};
}

bool may_live(const process_name& other) {
  static const std::string ours = this_process().pids;
  return other.pids != ours || kill(other.pid, 0) == 0 || errno != ESRCH;
}

nlohmann::json to_json(const process_name& name) {
  return {{"pids", name.pids}, {"pid", name.pid}};
}

process_name process_name_from(const nlohmann::json& text) {
  return {text.at("pids"), text.at("pid")};
}

}  // namespace retime::sweep::ranks
