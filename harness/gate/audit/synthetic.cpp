#include "harness/gate/audit/synthetic.h"

#include <cmath>
#include <limits>

#include "harness/gate/readers/readers.h"

namespace retime::gate {
namespace {

timing_run holding(timed_case one, const char* session) {
  timing_run run{.source = "synthetic", .session = session};
  run.cases["synthetic"] = std::move(one);
  return run;
}

}  // namespace

synthetic_bench::synthetic_bench(const synthetic_machine& machine, std::uint64_t seed)
    : machine_(machine), random_(seed) {}

void synthetic_bench::pass_time(double blocks) {
  const double kept = std::exp(-blocks / machine_.memory_blocks);
  level_ = kept * level_ + std::sqrt(1 - kept * kept) * machine_.drift * normal();
}

std::vector<double> synthetic_bench::samples(double slowdown, int count) {
  std::vector<double> times_ns;
  for (int i = 0; i < count; ++i) {
    const double log_time = std::log1p(slowdown) + level_ + machine_.sample_noise * normal();
    times_ns.push_back(machine_.time_ns * std::exp(log_time));
  }
  return times_ns;
}

std::pair<timing_run, timing_run> synthetic_bench::session(double slowdown, int blocks,
                                                           int samples_per_block) {
  pass_time(std::numeric_limits<double>::infinity());
  timed_case base, fresh;
  std::vector<double> all_base, all_fresh;
  std::bernoulli_distribution base_first;
  for (int block = 0; block < blocks; ++block) {
    const bool first = base_first(random_);
    for (const bool is_base : {first, !first}) {
      pass_time(0.5);
      const auto times_ns = samples(is_base ? 0 : slowdown, samples_per_block);
      auto& all = is_base ? all_base : all_fresh;
      all.insert(all.end(), times_ns.begin(), times_ns.end());
      timed_case of_block;
      take_samples(of_block, times_ns);
      (is_base ? base : fresh).blocks_ns[block] = *of_block.median_ns;
    }
  }
  take_samples(base, all_base);
  take_samples(fresh, all_fresh);
  return {holding(base, "one"), holding(fresh, "one")};
}

timing_run synthetic_bench::run(double slowdown, int samples_in_all) {
  pass_time(std::numeric_limits<double>::infinity());
  timed_case one;
  take_samples(one, samples(slowdown, samples_in_all));
  return holding(one, "");
}

}  // namespace retime::gate
