#include "harness/sweep/ranks/member.h"

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "harness/cases/worker/worker.h"
#include "harness/host/clock.h"
#include "harness/host/exit_status.h"
#include "harness/sweep/ranks/messages.h"
#include "kernels/device/properties.h"
#include "kernels/support/bad_input.h"

namespace retime::sweep::ranks {
namespace {

using nlohmann::json;
using namespace std::chrono_literals;

/// Launchers bind a rank to a core or two; what it starts is to have those that the launcher has.
void take_launchers_cores() {
  cpu_set_t cores;
  if (sched_getaffinity(getppid(), sizeof cores, &cores) == 0)
    sched_setaffinity(0, sizeof cores, &cores);
}

/// What it starts is no rank, and says itself what is wrong.
void leave_launchers_environment() {
  for (const char* name : {"PMIX_RANK", "PMI_RANK"}) unsetenv(name);
}

json hello() {
  std::array<char, 256> host{};
  gethostname(host.data(), host.size() - 1);
  return {{"host", host.data()},
          {"process", to_json(this_process())},
          {"gpus", device::is_emulation() ? 0 : gpus_here()}};
}

/// Does one thing at a time, on a thread of its own, all of whose life the workers share that it
/// starts: they end with the thread that started them.
class hand {
 public:
  hand() : thread_([this](const std::stop_token& stopped) { work(stopped); }) {}

  void begin(std::function<json()> task) {
    const std::lock_guard guard(lock_);
    next_ = std::move(task);
    changed_.notify_all();
  }
  /// What it did led to this; nothing if it is not done within a moment.
  std::optional<json> done() {
    std::unique_lock guard(lock_);
    changed_.wait_for(guard, 5ms, [&] { return done_.has_value(); });
    return std::exchange(done_, std::nullopt);
  }

 private:
  void work(const std::stop_token& stopped) {
    for (;;) {
      std::unique_lock guard(lock_);
      if (!changed_.wait(guard, stopped, [&] { return next_ != nullptr; })) return;
      const auto task = std::exchange(next_, nullptr);
      guard.unlock();
      json result = task();
      guard.lock();
      done_ = std::move(result);
      changed_.notify_all();
    }
  }

  std::mutex lock_;
  std::condition_variable_any changed_;
  std::function<json()> next_;
  std::optional<json> done_;
  std::jthread thread_;
};

class member {
 public:
  explicit member(mpi_job& job) : job_(job) {}

  void serve() {
    job_.send(0, {{"hello", hello()}});
    for (stopwatch said, heard; heard.s() < longest_silence_s;) {
      if (said.s() > pulse_s) {
        if (!may_live(first_)) break;
        job_.send(0, {{"alive", true}});
        said = stopwatch();
      }
      while (const auto got = job_.receive()) {
        heard = stopwatch();
        if (got->content.value("do", "") == "end") return leave(got->content.at("all_left"));
        take(got->content);
      }
      if (const auto result = hand_.done()) job_.send(0, *result);
    }
    job_.give_up(0);
  }

 private:
  void leave(bool all_left) {
    if (!all_left) job_.give_up(0);  // no reason to wait for those that are lost
  }

  void take(const json& request) {
    if (request.value("do", "") == "bind") {
      first_ = process_name_from(request.at("first"));
      hand_.begin([this, request] { return bound(request); });
    } else if (request.value("do", "") == "ask") {
      hand_.begin([this, request] { return answered(request); });
    } else if (request.value("do", "") == "rest") {
      hand_.begin([this] { return rested(); });
    }
  }

  json bound(const json& request) {
    const std::string device = request.at("device");
    auto command =
        cases::in_turns(cases::worker_command(cases::this_program(), device, request.at("seed")));
    worker_.emplace(cases::worker_options{.command = std::move(command)});
    try {
      return {{"header", worker_->header()}};
    } catch (const exit_status&) {
      return {{"refused", fmt::format("its worker does not start on {}", device)}};
    } catch (const std::exception& error) {
      return {{"refused", error.what()}};
    }
  }

  json rested() {
    worker_.reset();
    return {{"rests", true}};
  }

  json answered(const json& request) {
    if (request.at("fresh")) worker_->stop();
    try {
      return {{"reply", to_json(worker_->ask(request.at("request"), request.at("timeout_s")))}};
    } catch (const bad_input& error) {
      return {{"bad_input", error.what()}};
    } catch (const std::exception& error) {
      return {{"broken", error.what()}};
    }
  }

  mpi_job& job_;
  process_name first_ = this_process();  ///< the job's first rank, once it is known
  std::optional<cases::worker> worker_;
  hand hand_;  // last: it ends before what it works with
};

}  // namespace

void serve_as_member(std::unique_ptr<mpi_job> job) {
  take_launchers_cores();
  leave_launchers_environment();
  member serving(*job);
  serving.serve();
  job.reset();
  std::_Exit(0);
}

}  // namespace retime::sweep::ranks
