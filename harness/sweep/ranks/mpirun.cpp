#include "harness/sweep/ranks/mpirun.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "harness/cases/worker/worker.h"
#include "harness/sweep/ranks/mpi_job.h"
#include "kernels/support/bad_input.h"

extern char** environ;

namespace retime::sweep {
namespace {

namespace fs = std::filesystem;

constexpr const char* place_of_status = "RETIME_STATUS_FILE";

std::vector<std::string> arguments() {
  std::ifstream in("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> words;
  for (std::string word; std::getline(in, word, '\0');) words.push_back(word);
  return {words.begin() + 1, words.end()};
}

/// The status of the program, which may be killed: then 1.
int status_of(std::vector<std::string>& words) {
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  std::signal(SIGINT, SIG_IGN);  // mpirun answers it, and ends
  pid_t started = -1;
  if (const int failed = posix_spawnp(&started, argv[0], nullptr, nullptr, argv.data(), environ))
    throw bad_input(fmt::format("--device all: {} cannot be started: {}; install openmpi-bin",
                                words[0], std::strerror(failed)));
  int status = 0;
  while (waitpid(started, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

}  // namespace

int run_on_all_gpus(int gpus) {
  const std::string mpi = ranks::mpi_version();
  if (mpi.empty()) ranks::mpi_job();  // says what is missing
  if (!mpi.starts_with("Open MPI"))
    throw bad_input(
        fmt::format("--device all: starts Open MPI's mpirun, but this program was built "
                    "with {}; start {} ranks by its own launcher, without --device",
                    mpi, gpus + 1));
  const fs::path told = fs::temp_directory_path() / fmt::format("retime-{}.status", getpid());
  setenv(place_of_status, told.c_str(), 1);
  ranks::pass_on_gpus(gpus);
  // A rank that dies must not end the others; cores are the workers' to choose.
  std::vector<std::string> words{
      "mpirun", "--enable-recovery",        "--bind-to", "none", "--oversubscribe",
      "-n",     fmt::format("{}", gpus + 1)};
  if (geteuid() == 0) words.emplace_back("--allow-run-as-root");
  words.push_back(cases::this_program());
  for (auto& word : arguments()) words.push_back(std::move(word));
  const int own = status_of(words);
  std::ifstream in(told);
  int status = 0;
  const bool is_told = static_cast<bool>(in >> status);
  std::error_code absent;
  fs::remove(told, absent);
  if (is_told) return status;
  return own == 0 ? 1 : own;
}

void tell_status(int status) {
  const char* place = std::getenv(place_of_status);
  if (place == nullptr || !ranks::is_launched() || ranks::is_launched_beside_others()) return;
  std::ofstream(place) << status;
}

}  // namespace retime::sweep
