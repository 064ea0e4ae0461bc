#include <sys/prctl.h>

#include <csignal>

#include "harness/cases/worker/requests.h"
#include "harness/cases/worker/worker.h"
#include "kernels/device/errors.h"
#include "kernels/device/properties.h"
#include "kernels/support/bad_input.h"

namespace retime::cases {
namespace {

using nlohmann::json;

json answer(const json& request, const answers& all) {
  try {
    return all.at(request.at("do"))(request);
  } catch (const bad_input& error) {
    return {{"bad_input", error.what()}};
  } catch (const std::exception& error) {
    return {{"error", error.what()}};
  }
}

}  // namespace

bool device_is_alive() {
  try {
    device::current();
    return true;
  } catch (const device::error&) {
    return false;
  }
}

void serve(request_line& requests, const json& header, const answers& all) {
  // A program that is killed takes its worker along, even one that hangs; Ctrl-C is the program's
  // to answer.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::signal(SIGINT, SIG_IGN);
  requests.send({{"protocol", worker_protocol}, {"header", header}});
  while (const auto request = requests.next()) {
    json reply = answer(*request, all);
    reply["alive"] = device_is_alive();
    requests.send(reply);
  }
}

}  // namespace retime::cases
