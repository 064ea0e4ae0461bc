#include "harness/sweep/ranks/messages.h"

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "harness/files/json_output.h"

namespace retime::sweep::ranks {

using nlohmann::json;

process_name this_process() {
  std::error_code failed;
  return {std::filesystem::read_symlink("/proc/self/ns/pid", failed).string(), getpid()};
}

bool may_live(const process_name& other) {
  static const std::string ours = this_process().pids;
  return other.pids != ours || kill(other.pid, 0) == 0 || errno != ESRCH;
}

json to_json(const process_name& name) { return {{"pids", name.pids}, {"pid", name.pid}}; }

process_name process_name_from(const json& text) { return {text.at("pids"), text.at("pid")}; }

json to_json(const cases::worker_reply& reply) {
  json failed;
  if (reply.failed)
    failed = {{"outcome", to_text(reply.failed->outcome)}, {"reason", reply.failed->reason}};
  return {{"answer", reply.answer},
          {"failed", std::move(failed)},
          {"inputs_made", reply.inputs_made},
          {"wall_s", reply.wall_s},
          {"waited_s", reply.waited_s}};
}

cases::worker_reply reply_from(const json& text) {
  cases::worker_reply reply{.answer = text.at("answer"),
                            .inputs_made = text.at("inputs_made"),
                            .wall_s = text.at("wall_s"),
                            .waited_s = text.at("waited_s")};
  if (const json& failed = text.at("failed"); !failed.is_null())
    reply.failed = {status_from(failed.at("outcome")).value(), failed.at("reason")};
  return reply;
}

}  // namespace retime::sweep::ranks
