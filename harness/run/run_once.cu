#include "harness/run/run_once.h"
#include "harness/support/clock.h"
#include "kernels/device/device.h"

namespace retime {

single_run run_once(erased_runner& runner) {
  device::stream queue;
  single_run result;
  stopwatch watch;
  runner.reset();
  result.transfer_in_ns = watch.ns();
  runner.run(queue);
  queue.synchronize();
  watch = stopwatch();
  result.answer = runner.answer();
  result.transfer_out_ns = watch.ns();
  return result;
}

std::map<std::string, series> trace_once(erased_runner& runner) {
  device::stream queue;
  runner.reset();
  auto along = runner.trace(queue);
  queue.synchronize();
  return along;
}

}  // namespace retime
