// Several devices of one process: each computes in a stream that begins after the first one's and
// that the first one's waits for; their numbers are summed on the first.
#include <algorithm>
#include <memory>
#include <numeric>

#include "kernels/device/collectives.h"
#include "kernels/device/device.h"
#include "kernels/device/on_device.h"
#include "tests/device_check/check.h"

namespace {

using number = unsigned long long;

constexpr unsigned elements = 4096, rounds = 200;

/// So slow that who does not wait is too early.
__global__ void add_slowly(device::span<number> v, number summand) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned round = 0; round < rounds; ++round) v[i] += summand;
}

struct part {
  explicit part(int index) : device(index) {}
  int device;
  ::device::stream queue;
  ::device::event done;
  ::device::buffer<number> values{std::vector<number>(elements, 1)};
};

}  // namespace

void device_check::check_several_devices(report& results) {
  const int devices = std::min(device::count_together(), 4);
  std::vector<int> indices(devices);
  std::iota(indices.begin(), indices.end(), 0);
  std::vector<std::unique_ptr<part>> parts;
  for (const int index : indices) {
    const device::on_device there(index);
    parts.push_back(std::make_unique<part>(index));
  }
  results.equal("the scope is left", device::backend::current_device(), 0);

  part& first = *parts.front();
  device::event begun;
  const device::launch_shape shape{.grid = elements / 256, .block = 256};
  device::launch(first.queue, add_slowly, shape, first.values.view(), number{1});
  begun.record(first.queue);
  for (const auto& each : parts) {
    const device::on_device there(each->device);
    if (each != parts.front()) each->queue.wait_for(begun);
    device::launch(each->queue, add_slowly, shape, each->values.view(), number{10});
  }
  const bool can_sum = !device::no_collectives();
  if (can_sum) {
    std::vector<device::summand<number>> summands;
    for (const auto& each : parts) summands.push_back({each->values.data(), &each->queue});
    device::communicator(indices).sum_to_first(summands, elements);
  }
  for (const auto& each : parts) {
    if (each == parts.front()) continue;
    const device::on_device there(each->device);
    each->done.record(each->queue);
    first.queue.wait_for(each->done);
  }
  first.queue.synchronize();

  const number own = 1 + rounds + 10 * rounds, other = 1 + 10 * rounds;
  const number all = own + static_cast<number>(devices - 1) * other;
  results.equal("the first device", first.values.to_host(),
                std::vector<number>(elements, can_sum ? all : own));
  for (const auto& each : parts) {
    if (each == parts.front()) continue;
    const device::on_device there(each->device);
    results.equal("device " + std::to_string(each->device), each->values.to_host(),
                  std::vector<number>(elements, other));
  }
}
