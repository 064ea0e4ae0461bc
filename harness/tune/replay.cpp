#include "harness/tune/replay.h"

#include <algorithm>
#include <cmath>
#include <ctime>

namespace retime::tune {
namespace {

double thread_cpu_s() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

constexpr std::size_t most_repeats =
    100'000;  // asks in a row for what is known: the strategy has run dry

}  // namespace

replay_run replay(const strategy_form& which, const recording& from, std::size_t evaluations,
                  std::uint64_t seed, const std::vector<prior>& warm_start, double most_ms) {
  replay_run run;
  double spent_ms = 0;
  std::vector<bool> paid(from.space.size(), false);
  const double begin = thread_cpu_s();
  const auto search = which.make(
      {.where = &from.space, .budget = evaluations, .seed = seed, .warm_start = warm_start});
  for (std::size_t repeats = 0; run.order.size() < evaluations && repeats < most_repeats;) {
    const auto next = search->ask();
    if (!next) break;
    if (std::isfinite(most_ms) && spent_ms + 1e3 * (thread_cpu_s() - begin) >= most_ms) break;
    if (!paid[*next]) spent_ms += from.trials[*next].cost_ms();
    repeats = paid[*next] ? repeats + 1 : 0;
    if (!paid[*next]) run.order.push_back(*next);
    paid[*next] = true;
    search->tell(*next, {from.trials[*next].result, from.value_to_minimise(*next)});
  }
  run.search_s = thread_cpu_s() - begin;
  return run;
}

}  // namespace retime::tune
