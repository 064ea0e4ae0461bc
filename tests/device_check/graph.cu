// A graph does what it recorded, at each launch and not before.
#include "kernels/device/device.h"
#include "tests/device_check/check.h"

namespace {

__global__ void add(device::span<const int> in, device::span<int> out, int summand) {
  out[threadIdx.x] = __ldcs(&in[threadIdx.x]) + summand;
}

/// Starts while the launch before it ends, and waits for it before it reads.
__global__ void add_when_allowed(device::span<int> v, int summand) {
  device::trigger_dependent_launch();
  device::grid_dependency_wait();
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned n = gridDim.x * blockDim.x;
  const int mine = v[i];
  v[i + n] = mine + summand;
}

}  // namespace

void device_check::check_graph(report& results) {
  device::stream queue;
  device::buffer<int> a(std::vector<int>(32, 0)), b(32);
  const device::launch_shape shape{.grid = 1, .block = 32};
  auto steps = device::graph::capture(queue, [&] {
    device::launch(queue, add, shape, a.view(), b.view(), 1);
    device::launch(queue, add, shape, b.view(), a.view(), 10);
    b.copy_from(a, queue);
  });
  results.equal("nodes", steps.nodes(), std::size_t{3});
  results.equal("recorded, not run", a.to_host(), std::vector<int>(32, 0));
  for (int i = 0; i < 3; ++i) steps.launch(queue);
  queue.synchronize();
  results.equal("three launches", a.to_host(), std::vector<int>(32, 33));
  results.equal("copy in a graph", b.to_host(), std::vector<int>(32, 33));
  device::launch(queue, add, shape, a.view(), a.view(), 1);
  results.equal("the stream is free again", a.to_host(), std::vector<int>(32, 34));

  bool thrown = false;
  try {
    device::graph::capture(queue, [&] {
      device::launch(queue, add, shape, a.view(), a.view(), 1);
      throw device::error("stop");
    });
  } catch (const device::error&) {
    thrown = true;
  }
  results.equal("a capture that throws", thrown, true);
  device::launch(queue, add, shape, a.view(), a.view(), 1);
  results.equal("leaves its stream free", a.to_host(), std::vector<int>(32, 35));

  constexpr unsigned length = 64 * 256, launches = 20;
  device::buffer<int> chain(length * (launches + 1));
  chain.fill_bytes(0, queue);
  const auto whole = chain.view();
  for (unsigned i = 0; i < launches; ++i)
    device::launch(queue, add_when_allowed, {.grid = 64, .block = 256, .programmatic_launch = true},
                   whole.subspan(i * length, 2 * length), 3);
  const auto links = chain.to_host();
  results.equal("a chain of programmatic launches",
                std::vector<int>(links.end() - length, links.end()),
                std::vector<int>(length, 3 * launches));
}
