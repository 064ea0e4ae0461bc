#include <sys/stat.h>
#include <unistd.h>

#include <memory>

#include "harness/cli/commands.h"
#include "harness/cli/sweep_flags.h"
#include "harness/record/header.h"
#include "harness/tune/device/search_requests.h"
#include "harness/worker/run_requests.h"
#include "kernels/support/bad_input.h"

namespace retime {
namespace {

struct worker_flags {
  std::string device = "auto";
  std::uint64_t seed = 1;
};

void serve(const worker_flags& flags) {
  struct stat requests_from {};
  if (::fstat(STDIN_FILENO, &requests_from) != 0 || !S_ISSOCK(requests_from.st_mode))
    throw bad_input("worker: started by `run`, `verify`, `tune` and `ab` alone");
  select_device(flags.device);
  request_line requests;
  answers known = run_requests(requests, flags.seed);
  known.merge(tune::search_requests(requests, flags.seed));
  serve(requests, make_header(flags.seed), known);
}

}  // namespace

void add_worker(CLI::App& app) {
  auto flags = std::make_shared<worker_flags>();
  auto* command = app.add_subcommand("worker", "Runs cases for `run`, `verify`, `tune` and `ab`");
  command->group("");  // not for people
  command->add_option("--device", flags->device);
  command->add_option("--seed", flags->seed);
  command->callback([flags] { serve(*flags); });
}

}  // namespace retime
