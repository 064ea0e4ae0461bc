#include "harness/cases/run_once.h"
#include "harness/host/clock.h"
#include "kernels/device/access_counter.h"
#include "kernels/device/device.h"
#include "kernels/device/profiled_range.h"

namespace retime::cases {

single_run run_once(erased_runner& runner, bool counts_accesses) {
  single_run result;
  stopwatch watch;
  runner.reset();
  result.transfer_in_ns = watch.ns();
  result.run = run_again(runner, counts_accesses);
  watch = stopwatch();
  result.answer = runner.answer();
  result.transfer_out_ns = watch.ns();
  return result;
}

waited_run run_again(erased_runner& runner, bool counts_accesses) {
  device::stream queue;
  waited_run result;
  std::optional<device::access_counter> counter;
  if (counts_accesses) counter.emplace();
  const stopwatch watch;
  runner.run(queue);
  queue.synchronize();
  result.time_ns = watch.ns();
  if (counter) result.accesses = counter->counted();
  return result;
}

erased profiled_run(erased_runner& runner, const std::string& name) {
  device::stream queue;
  runner.reset();
  {
    const device::profiled_range seen(name);
    runner.run(queue);
    queue.synchronize();
  }
  return runner.answer();
}

std::map<std::string, series> trace_once(erased_runner& runner) {
  device::stream queue;
  runner.reset();
  auto along = runner.trace(queue);
  queue.synchronize();
  return along;
}

}  // namespace retime::cases
