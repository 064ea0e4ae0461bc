#include "harness/measure/clock_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <stdexcept>

#include "harness/text/output.h"
#include "kernels/support/bad_input.h"

namespace retime {
namespace {

enum : int { nvml_clock_sm = 1, nvml_not_supported = 3, nvml_no_permission = 4 };  // of nvml.h
constexpr unsigned nvml_base_clock = 0xffffff01;  // NVML_CLOCK_LIMIT_ID_TDP

struct lock_answer {
  bool is_known = false;  ///< NVML has the device and the functions
  unsigned most_mhz = 0;  ///< of the SM clock; 0: not known
  int code = 0;           ///< NVML's
};

bool is_too_high(const sm_clock& clock, unsigned most_mhz) {
  return most_mhz > 0 && clock.mhz > most_mhz;
}

lock_answer locked(const nvml_functions& functions, void* device, const sm_clock& clock) {
  lock_answer answer;
  if (device == nullptr || functions.lock_clocks == nullptr || functions.unlock_clocks == nullptr)
    return answer;
  answer.is_known = true;
  if (functions.most_clock == nullptr ||
      functions.most_clock(device, nvml_clock_sm, &answer.most_mhz) != 0)
    answer.most_mhz = 0;
  if (is_too_high(clock, answer.most_mhz)) return answer;
  const unsigned mhz = clock.mhz.value_or(nvml_base_clock);
  answer.code = functions.lock_clocks(device, mhz, mhz);
  return answer;
}

bool is_locked(const lock_answer& answer, const sm_clock& clock) {
  return answer.is_known && !is_too_high(clock, answer.most_mhz) && answer.code == 0;
}

/// The program ends where it cannot.
void make_pipe(int (&ends)[2]) {
  if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe for the clocks' lock");
}

/// What this process shares with its parent else would stay open if the parent ended.
void close_all_but(int end, int other_end) {
  const auto [low, high] =
      std::minmax({static_cast<unsigned>(end), static_cast<unsigned>(other_end)});
  constexpr unsigned first = 3;
  if (low > first) ::close_range(first, low - 1, 0);
  if (high > low + 1) ::close_range(low + 1, high - 1, 0);
  ::close_range(high + 1, ~0U, 0);
}

/// The child's whole life. Signals are the parent's: its end is what this waits for.
[[noreturn]] void keep_locked(const nvml_functions& functions, const std::string& uuid,
                              const sm_clock& clock, int parent, int answers) noexcept {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) std::signal(signal, SIG_IGN);
  void* device = nvml_device(functions, uuid);
  const lock_answer answer = locked(functions, device, clock);
  const bool is_told = ::write(answers, &answer, sizeof answer) == sizeof answer;
  if (!is_locked(answer, clock)) ::_exit(0);
  char nothing = 0;
  while (is_told && ::read(parent, &nothing, 1) < 0 && errno == EINTR) {
  }
  ::_exit(functions.unlock_clocks(device) == 0 ? 0 : 1);
}

lock_answer answer_from(int child) {
  lock_answer answer;
  ssize_t got = 0;
  do {
    got = ::read(child, &answer, sizeof answer);
  } while (got < 0 && errno == EINTR);
  return got == sizeof answer ? answer : lock_answer{};
}

std::string refusal_of(const lock_answer& answer, const std::string& uuid, const sm_clock& clock) {
  if (!answer.is_known) return "the driver does not say how, or does not know the GPU";
  if (is_too_high(clock, answer.most_mhz))
    return fmt::format("this GPU's SM clock goes up to {} MHz", answer.most_mhz);
  if (answer.code == nvml_no_permission) {
    const unsigned example_mhz = clock.mhz.value_or(answer.most_mhz);
    return fmt::format(
        "only root may; run this as root, or lock them beforehand: sudo nvidia-smi -i {} -lgc {} "
        "(and -rgc behind it)",
        uuid, example_mhz);
  }
  if (answer.code == nvml_not_supported) return "this GPU's clocks cannot be locked";
  return fmt::format("the driver refuses it (NVML error {})", answer.code);
}

}  // namespace

clock_lock::clock_lock(const std::string& uuid, sm_clock clock, const nvml_functions& (*load)()) {
  int alive[2], answers[2];
  make_pipe(alive);
  make_pipe(answers);
  child_ = ::fork();
  if (child_ == 0) {
    close_all_but(alive[0], answers[1]);
    keep_locked(load(), uuid, clock, alive[0], answers[1]);
  }
  ::close(alive[0]);
  ::close(answers[1]);
  if (child_ < 0) throw std::runtime_error("no process for the clocks' lock");
  alive_ = alive[1];
  const lock_answer answer = answer_from(answers[0]);
  ::close(answers[0]);
  if (is_locked(answer, clock)) return;
  end_child();
  throw bad_input(fmt::format("--lock-clocks{}: {}", clock.mhz ? " " + clock.text() : "",
                              refusal_of(answer, uuid, clock)));
}

clock_lock::~clock_lock() {
  if (!end_child())
    print_status("the SM clocks could not be unlocked; sudo nvidia-smi -rgc does it\n");
}

bool clock_lock::end_child() noexcept {
  ::close(alive_);
  int status = 0;
  pid_t ended = -1;
  do {
    ended = ::waitpid(child_, &status, 0);
  } while (ended < 0 && errno == EINTR);
  return ended == child_ && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace retime
