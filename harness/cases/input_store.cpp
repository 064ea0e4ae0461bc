#include "harness/cases/input_store.h"

#include <chrono>
#include <utility>

#include "harness/host/clock.h"
#include "harness/host/process_resources.h"

namespace retime::cases {

input_store::made_input input_store::make(const benchmark_case& benchmark) {
  made_input made;
  stopwatch watch;
  made.problem = benchmark.family->make(benchmark.point);
  made.took.make_input = watch.ns();
  const erased problem = benchmark.variant->reordered(made.problem);
  if (problem != made.problem) made.order = benchmark.variant->id;
  watch = stopwatch();
  made.judged = judged(*benchmark.family, problem);
  made.took.reference = watch.ns();
  return made;
}

const judged_problem& input_store::of(const benchmark_case& benchmark, const input_options& options,
                                      const begin_use& begin, phase_times& took) {
  const core_limit limited(options.cores);
  const host_use use = options.is_short ? host_use::light : host_use::heavy;
  if (workload_key_ != benchmark.workload_key) hold(benchmark, begin, use, took);
  const erased problem = benchmark.variant->reordered(problem_);
  const std::string order = problem == problem_ ? "" : benchmark.variant->id;
  const auto entry = judged_.find(order);
  if (entry != judged_.end()) return entry->second;
  begin(use);
  const stopwatch watch;
  judged_problem made = judged(*benchmark.family, problem);
  took.reference = watch.ns();
  return judged_.emplace(order, std::move(made)).first->second;
}

void input_store::hold(const benchmark_case& benchmark, const begin_use& begin, host_use use,
                       phase_times& took) {
  workload_key_.clear();  // an input that fails below is made anew for the next variant
  judged_.clear();
  problem_ = nullptr;
  give_back_freed_memory();  // the next input's sizes are others
  const bool is_coming = is_begun(benchmark);
  // Whoever waits for this process must not keep it from what it waits for.
  begin(is_coming ? host_use::none : use);
  made_input made = is_coming ? coming_.get() : make(benchmark);
  problem_ = std::move(made.problem);
  judged_.emplace(made.order, std::move(made.judged));
  took.make_input = made.took.make_input;
  took.reference = made.took.reference;
  workload_key_ = benchmark.workload_key;
}

void input_store::begin_next(const input_options& options) {
  if (!options.begin_ahead || !options.next || is_begun(*options.next)) return;
  const bool is_under_way =
      coming_.valid() && coming_.wait_for(std::chrono::seconds(0)) != std::future_status::ready;
  if (is_under_way) return;
  coming_key_ = options.next->workload_key;
  coming_ = std::async(std::launch::async, [benchmark = *options.next, cores = options.cores,
                                            begin = options.begin_ahead] {
    const core_limit limited(cores);
    const turn_given_back after(begin);
    begin(host_use::heavy);
    return make(benchmark);
  });
}

}  // namespace retime::cases
