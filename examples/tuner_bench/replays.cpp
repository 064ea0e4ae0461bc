#include "replays.h"

#include <algorithm>
#include <atomic>
#include <thread>

namespace tuner_bench {
namespace {

/// Calls work(k) for k in [0, count) over the threads.
template <class Work>
void parallel_for(std::size_t count, std::size_t threads, Work work) {
  std::atomic<std::size_t> next{0};
  std::vector<std::jthread> workers;
  for (std::size_t t = 0; t < std::max<std::size_t>(threads, 1); ++t) {
    workers.emplace_back([&] {
      for (std::size_t k; (k = next.fetch_add(1)) < count;) work(k);
    });
  }
}

}  // namespace

std::vector<std::vector<replay_run>> replays(const strategy_form& which,
                                             const std::vector<recording>& spaces,
                                             const replays_options& options) {
  std::vector<std::vector<replay_run>> runs(spaces.size(), std::vector<replay_run>(options.seeds));
  parallel_for(spaces.size() * options.seeds, options.threads, [&](std::size_t task) {
    const auto s = task / options.seeds, k = task % options.seeds;
    runs[s][k] = replay(
        which, spaces[s],
        {.evaluations = options.evaluations,
         .seed = options.first_seed + k,
         .warm_start = options.warm_starts.empty() ? std::vector<prior>{} : options.warm_starts[s],
         .boards = options.boards});
  });
  return runs;
}

}  // namespace tuner_bench
