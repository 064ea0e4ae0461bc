#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "kernels/device/device.h"

namespace {

__global__ void nothing() {}

/// What `work` adds to the calls of this thread.
template <class Work>
device::host_calls made_by(Work work) {
  const auto before = device::calls_so_far;
  work();
  return device::calls_so_far.since(before);
}

TEST(HostCalls, CountsLaunchesAndWaitsOfThisThread) {
  device::stream queue;
  device::buffer<float> numbers(10);
  const std::vector<float> some(10);
  const auto launch = [&] { device::launch(queue, nothing, {.grid = dim3(1), .block = dim3(32)}); };
  auto twice = device::graph::capture(queue, [&] {
    launch();
    launch();
  });

  const auto launched = made_by([&] {
    for (int i = 0; i < 3; ++i) launch();
    twice.launch(queue);
  });
  EXPECT_EQ(launched.launches, 4U);
  EXPECT_EQ(launched.waits, 0U);

  EXPECT_EQ(made_by([&] { queue.synchronize(); }).waits, 1U);
  EXPECT_EQ(made_by([&] { numbers.upload(some); }).waits, 1U);
  EXPECT_EQ(made_by([&] { numbers.to_host(); }).waits, 1U);
  EXPECT_EQ(made_by([&] { std::jthread([&] { queue.synchronize(); }).join(); }).waits, 0U);
}

}  // namespace
