// retime-fuzz: reads good files with a few things wrong in them and prints what ends in anything
// but one line of bad input. A child process reads, so that a crash or a hang is a finding, too.
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <fstream>
#include <map>
#include <thread>

#include "kernels/support/bad_input.h"
#include "tests/fuzz/cases.h"
#include "tests/scratch_folder.h"

namespace {

using namespace retime::fuzz;
namespace fs = std::filesystem;
using steady = std::chrono::steady_clock;

constexpr auto longest_read = std::chrono::seconds(10);

struct fuzz_flags {
  std::uint64_t seconds = 60, seed = 1, first = 0, count = UINT64_MAX;
  std::string only, keep = ".";
  fs::path seeds = RETIME_SOURCE_DIR "/tests/fuzz/seeds";
};

constexpr const char* usage =
    "retime-fuzz [--seconds N] [--seed S] [--first I] [--count N] [--only SEED_FILE]\n"
    "            [--keep DIR for what is found] [--seeds DIR]\n";

fuzz_flags flags_from(int argc, char** argv) {
  std::map<std::string, std::string> given;
  for (int i = 1; i + 1 < argc; i += 2) given[argv[i]] = argv[i + 1];
  fuzz_flags flags;
  const auto take = [&](const char* name, auto& into) {
    const auto found = given.extract(name);
    if (!found) return;
    if constexpr (std::is_integral_v<std::remove_reference_t<decltype(into)>>)
      into = std::stoull(found.mapped());
    else
      into = found.mapped();
  };
  take("--seconds", flags.seconds);
  take("--seed", flags.seed);
  take("--first", flags.first);
  take("--count", flags.count);
  take("--only", flags.only);
  take("--keep", flags.keep);
  take("--seeds", flags.seeds);
  if (argc % 2 == 0 || !given.empty()) throw retime::bad_input(usage);
  return flags;
}

/// What both processes see.
struct shared_state {
  std::atomic<std::uint64_t> now{0}, found{0};
};

class fuzzing {
 public:
  explicit fuzzing(const fuzz_flags& flags)
      : flags_(flags),
        all_(flags.seeds, flags.only, flags.seed),
        end_(steady::now() + std::chrono::seconds(flags.seconds)),
        last_(flags.count > UINT64_MAX - flags.first ? UINT64_MAX : flags.first + flags.count) {
    void* memory = mmap(nullptr, sizeof(shared_state), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    shared_ = new (memory) shared_state;
  }

  /// How many findings there were.
  std::uint64_t run() {
    shared_->now = flags_.first;
    while (steady::now() < end_ && shared_->now < last_) watch(start());
    fmt::print("{} inputs of seed {}, {} findings\n", shared_->now - flags_.first, flags_.seed,
               shared_->found.load());
    return shared_->found;
  }

 private:
  pid_t start() {
    std::fflush(stdout);
    const pid_t child = fork();
    if (child != 0) return child;
    while (steady::now() < end_ && shared_->now < last_) {
      for (const auto& fault : all_.faults_of(all_.at(shared_->now), scratch_ / "seeds"))
        report(fault);
      ++shared_->now;
    }
    std::fflush(stdout);
    _exit(0);
  }

  void watch(pid_t child) {
    auto began = steady::now();
    std::uint64_t number = shared_->now;
    int status = 0;
    while (waitpid(child, &status, WNOHANG) == 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      if (number != shared_->now) began = steady::now();
      number = shared_->now;
      if (steady::now() - began < longest_read) continue;
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      return pass_over("no end within 10 s");
    }
    if (WIFSIGNALED(status)) pass_over(fmt::format("signal {}", WTERMSIG(status)));
    if (WIFEXITED(status) && WEXITSTATUS(status) != 0)
      pass_over(fmt::format("exit status {}", WEXITSTATUS(status)));  // a sanitizer's
  }

  void pass_over(const std::string& fault) {
    report(fault);
    ++shared_->now;
  }

  void report(const std::string& fault) {
    const std::uint64_t number = shared_->now;
    const input given = all_.at(number);
    const auto name = fmt::format("found-{}-{}{}", flags_.seed, number,
                                  fs::path(given.by->file).extension().string());
    std::ofstream(fs::path(flags_.keep) / name, std::ios::binary) << given.text;
    fmt::print("{} (--seed {} --first {} --count 1), kept as {}: {}\n", given.by->file, flags_.seed,
               number, name, fault);
    std::fflush(stdout);
    ++shared_->found;
  }

  fuzz_flags flags_;
  cases all_;
  steady::time_point end_;
  std::uint64_t last_;
  shared_state* shared_ = nullptr;
  tests::scratch_folder scratch_;
};

}  // namespace

int main(int argc, char** argv) try {
  return fuzzing(flags_from(argc, argv)).run() == 0 ? 0 : 1;
} catch (const std::exception& error) {
  fmt::print(stderr, "retime-fuzz: {}\n", error.what());
  return 2;
}
