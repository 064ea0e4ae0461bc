#include "harness/cases/skipped_work.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>

#include "harness/cases/cold_start.h"
#include "harness/cases/run_once.h"
#include "harness/host/clock.h"
#include "harness/measure/statistics.h"
#include "harness/text/number_text.h"

namespace retime::cases {
namespace {

// Caches, predictors and clocks make a run some times slower, the launch and the wait for it are a
// few microseconds of noise.
constexpr double least_ratio = 4, least_difference_ns = 5e3;
constexpr int repeats_at_first_sight = 5, rounds_at_least = 3;  // one may have been held up
// Under load some runs take many times longer. That all of one kind fall above half of the other by
// chance has a probability of 1e-5 with 25 rounds, of 0.015 with 9.
constexpr int most_rounds = 25, rounds_to_accuse = 9;
constexpr double rounds_s = 2;
constexpr double page_fault_ns = 5e3;  // of memory that reset() gave back, in a virtual machine

double fastest(const std::vector<double>& times_ns) { return *std::ranges::min_element(times_ns); }

bool is_suspicious(const run_times& seen) {
  if (seen.from_reset_ns.empty() || seen.repeated_ns.empty()) return false;
  const double whole_ns = fastest(seen.from_reset_ns), repeated_ns = median(seen.repeated_ns);
  return whole_ns > least_ratio * repeated_ns && whole_ns - repeated_ns > least_difference_ns;
}

long page_faults() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return used.ru_minflt;
}

struct cold_run {
  double time_ns = 0;
  long faults = 0;
};

cold_run run_cold(erased_runner& runner, cold_start& make_cold) {
  make_cold();
  const long before = page_faults();
  const double time_ns = run_again(runner).time_ns;
  return {time_ns, page_faults() - before};
}

/// One of each kind. What the first one's own page faults may have taken is not held against it.
void add_round(erased_runner& runner, cold_start& make_cold, run_times& to) {
  runner.reset();
  const cold_run from_reset = run_cold(runner, make_cold), repeated = run_cold(runner, make_cold);
  const long more_faults = std::max(0L, from_reset.faults - repeated.faults);
  to.from_reset_ns.push_back(from_reset.time_ns - page_fault_ns * static_cast<double>(more_faults));
  to.repeated_ns.push_back(repeated.time_ns);
}

std::string reason(const std::string& from_reset, const std::string& repeated) {
  return fmt::format("a run from its initial state {}, a repeated one {}: timed runs skip work",
                     from_reset, repeated);
}

}  // namespace

std::optional<std::string> skipped_work(const device::access_count& from_reset,
                                        const device::access_count& repeated) {
  constexpr std::uint64_t few = 32;  // elements, which chance may make more or less
  const auto is_less = [](std::uint64_t part, std::uint64_t all) {
    return 2 * part < all && all - part > few;
  };
  if (!is_less(repeated.reads, from_reset.reads) && !is_less(repeated.writes, from_reset.writes))
    return std::nullopt;
  return reason(fmt::format("reads {} elements and writes {}", from_reset.reads, from_reset.writes),
                fmt::format("{} and {}", repeated.reads, repeated.writes));
}

std::optional<std::string> skipped_work(erased_runner& runner, processor where, run_times seen) {
  if (!is_suspicious(seen)) return std::nullopt;
  seen.repeated_ns.clear();
  for (int i = 0; i < repeats_at_first_sight; ++i)
    seen.repeated_ns.push_back(run_again(runner).time_ns);
  if (!is_suspicious(seen)) return std::nullopt;
  cold_start make_cold(where);
  seen = {};
  const stopwatch watch;
  for (int round = 1; round <= most_rounds; ++round) {
    add_round(runner, make_cold, seen);
    if (round >= rounds_at_least && !is_suspicious(seen)) return std::nullopt;
    if (round >= rounds_to_accuse && watch.s() > rounds_s) break;
  }
  return reason("takes " + duration_text(fastest(seen.from_reset_ns)),
                duration_text(median(seen.repeated_ns)));
}

}  // namespace retime::cases
