#include "harness/cases/worker/worker.h"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "harness/files/json_input.h"
#include "harness/host/clock.h"
#include "harness/host/exit_status.h"
#include "kernels/support/user_file.h"

namespace retime::cases {
namespace {

using nlohmann::json;

struct timed_out {};

}  // namespace

std::vector<std::string> worker_command(const std::string& program, const std::string& device,
                                        std::uint64_t seed) {
  return {program, "worker", "--device", device, "--seed", fmt::format("{}", seed)};
}

std::vector<std::string> in_turns(std::vector<std::string> command) {
  command.emplace_back("--in-turns");
  return command;
}

std::string this_program() { return std::filesystem::read_symlink("/proc/self/exe").string(); }

void worker::start() {
  process_ = std::make_unique<worker_process>(options_.command);
  auto ready = process_->receive(options_.start_timeout_s);
  while (ready && ready->contains("waits"))
    ready =
        process_->receive(ready->at("waits") ? options_.turn_timeout_s : options_.start_timeout_s);
  if (!ready) throw worker_died("no answer", std::nullopt);
  const json& protocol = fields::value_at(*ready, "/protocol");
  if (protocol != worker_protocol)
    throw bad_input(fmt::format("{}: speaks protocol {} to its workers, this program {}",
                                printable(options_.command.front()), shown(protocol),
                                worker_protocol));
  const json& header = fields::object(fields::value_at(*ready, "/header"), "/header");
  if (!header_.is_null() && header.value("program", "") != header_.value("program", ""))
    throw bad_input(fmt::format("{}: is another build than when this began; start anew",
                                options_.command.front()));
  header_ = header;
}

/// A device that was lost may need some time to come back.
void worker::start_again() {
  for (const int pause_s : {0, 1, 5, 20}) {
    std::this_thread::sleep_for(std::chrono::seconds(pause_s));
    try {
      return start();
    } catch (const worker_died&) {
      process_.reset();
    }
  }
  throw std::runtime_error(
      "the device does not come back; what was measured is kept, go on by --resume");
}

const json& worker::header() {
  try {
    if (header_.is_null()) start();
  } catch (const worker_died& death) {
    if (death.exit_status == 2) throw exit_status{2};
    throw std::runtime_error(fmt::format("the worker process does not start: {}", death.what()));
  }
  return header_;
}

void worker::exchange(const json& request, double timeout_s, worker_reply& reply) {
  if (!process_) start_again();
  process_->send(request);
  stopwatch watch, turn;
  double allowed_s = options_.input_timeout_s, waited_s = 0;  // the latter for others on its host
  bool waits = false;
  for (;;) {
    auto got = process_->receive(waits ? options_.turn_timeout_s - turn.s()
                                       : allowed_s + waited_s - watch.s());
    if (!got) throw timed_out{};
    if (got->contains("waits")) {
      waits = got->at("waits");
      if (waits) {
        turn = stopwatch();
      } else {
        waited_s += turn.s();
        reply.waited_s += turn.s();
      }
      continue;
    }
    if (got->contains("bad_input")) throw bad_input(got->at("bad_input"));
    if (!got->contains("input_ms")) {
      reply.wall_s = watch.s() - waited_s;
      if (!got->value("alive", true)) stop();
      reply.answer = std::move(*got);
      return;
    }
    reply.inputs_made = std::move(*got);
    watch = stopwatch();
    waited_s = 0;
    allowed_s = timeout_s;
  }
}

worker_reply worker::ask(const json& request, double timeout_s) {
  worker_reply reply;
  const stopwatch watch;
  const auto fail = [&](status outcome, std::string why) {
    reply.failed = {outcome, std::move(why)};
    reply.answer = nullptr;
    reply.wall_s = watch.s() - reply.waited_s;
    stop();
  };
  try {
    exchange(request, timeout_s, reply);
    if (reply.answer.contains("error")) fail(status::runtime_error, reply.answer["error"]);
  } catch (const timed_out&) {
    fail(status::timeout,
         reply.inputs_made.is_null()
             ? fmt::format("its input was not there within {} s; its process was "
                           "stopped",
                           options_.input_timeout_s)
             : fmt::format("no end within {} s; its process was stopped", timeout_s));
  } catch (const worker_died& death) {
    fail(status::runtime_error, fmt::format("its process ended: {}", death.what()));
  }
  return reply;
}

}  // namespace retime::cases
