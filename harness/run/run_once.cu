#include <chrono>

#include "harness/run/run_once.h"
#include "kernels/device/device.h"

namespace retime {
namespace {

using host_clock = std::chrono::steady_clock;

double since_ns(host_clock::time_point begin) {
  return std::chrono::duration<double, std::nano>(host_clock::now() - begin).count();
}

}  // namespace

single_run run_once(erased_runner& runner) {
  device::stream queue;
  single_run result;
  auto begin = host_clock::now();
  runner.reset();
  result.transfer_in_ns = since_ns(begin);
  runner.run(queue);
  queue.synchronize();
  begin = host_clock::now();
  result.answer = runner.answer();
  result.transfer_out_ns = since_ns(begin);
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
