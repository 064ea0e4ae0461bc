#include <omp.h>
#include <sched.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "harness/cases/worker/requests.h"
#include "harness/flags/command.h"
#include "harness/host/process_resources.h"
#include "harness/measure/select_device.h"
#include "harness/record/header.h"
#include "kernels/support/bad_input.h"

namespace retime::cases {
namespace {

using nlohmann::json;

struct worker_flags {
  std::string device = "auto";
  std::uint64_t seed = 1;
  bool in_turns = false;        ///< with others on its host
  std::string locked_sm_clock;  ///< empty: it floats
};

/// The calibration times the GPU.
json header_in_turn(const host_share& host, const worker_flags& flags) {
  host.use(host_use::light);
  json header = make_header(flags.seed);
  host.use(host_use::none);
  if (!flags.locked_sm_clock.empty()) header["locked_sm_clock"] = flags.locked_sm_clock;
  return header;
}

/// The first of those that this process may use.
int first_core() {
  cpu_set_t cores;
  if (sched_getaffinity(0, sizeof cores, &cores) != 0) return 0;
  int first = 0;
  while (first < CPU_SETSIZE - 1 && !CPU_ISSET(first, &cores)) ++first;
  return first;
}

/// A share of the cores that this process may use.
int equal_share(int processes) { return std::max(1, omp_get_num_procs() / processes); }

void serve(const worker_flags& flags) {
  struct stat requests_from {};
  if (::fstat(STDIN_FILENO, &requests_from) != 0 || !S_ISSOCK(requests_from.st_mode))
    throw bad_input("worker: started by `run`, `verify`, `tune` and `ab` alone");
  select_device(flags.device);
  keep_freed_memory();
  request_line requests;
  std::optional<host_turns> turns, ahead;
  host_share host;
  if (flags.in_turns) {
    turns.emplace(file_of_turns(), [&](bool waits) { requests.send({{"waits", waits}}); });
    ahead.emplace(file_of_turns(), [](bool) {});
    turns->join(first_core());
    host = {.cores = [&] { return equal_share(turns->processes()); },
            .begin = [&](host_use next) { turns->begin(next); },
            .begin_ahead = [&](host_use next) { ahead->begin(next); }};
  }
  answers all;
  for (const auto& form : forms<requests_form>::all())
    all.merge(form.make(requests, flags.seed, host));
  serve(requests, header_in_turn(host, flags), all);
}

void add_worker(CLI::App& command) {
  auto flags = std::make_shared<worker_flags>();
  command.add_option("--device", flags->device);
  command.add_option("--seed", flags->seed);
  command.add_flag("--in-turns", flags->in_turns);
  command.add_option("--locked-sm-clock", flags->locked_sm_clock);
  command.callback([flags] { serve(*flags); });
}

const bool has_worker = register_command({.id = "worker",
                                          .help = "Runs cases for `run`, `verify`, `tune` and `ab`",
                                          .place = 1000,
                                          .add = add_worker});

}  // namespace
}  // namespace retime::cases
