#include "harness/cases/input_ahead.h"

#include <utility>

#include "harness/host/clock.h"
#include "harness/host/process_resources.h"

namespace retime::cases {

made_input make_input_of(const benchmark_case& benchmark) {
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

void input_ahead::begin(const benchmark_case& benchmark, int cores,
                        std::function<void(host_use)> begin_use) {
  workload_key_ = benchmark.workload_key;
  coming_ = std::async(std::launch::async, [benchmark, cores, begin_use = std::move(begin_use)] {
    const core_limit limited(cores);
    const turn_given_back after(begin_use);
    begin_use(host_use::heavy);
    return make_input_of(benchmark);
  });
}

}  // namespace retime::cases
