#include <memory>

#include "harness/cli/commands.h"
#include "harness/cli/sweep_flags.h"
#include "harness/tune/device/worker.h"

namespace retime {

void add_tune_worker(CLI::App& app) {
  struct worker_flags {
    std::string device = "auto", cache = "warm";
    std::uint64_t seed = 1;
  };
  auto flags = std::make_shared<worker_flags>();
  auto* command = app.add_subcommand("tune-worker", "Evaluates configurations for `tune`");
  command->group("");  // not for people
  command->add_option("--device", flags->device);
  command->add_option("--cache", flags->cache);
  command->add_option("--seed", flags->seed);
  command->callback([flags] {
    select_device(flags->device);
    tune::serve({.cache = cache_named(flags->cache), .seed = flags->seed});
  });
}

}  // namespace retime
