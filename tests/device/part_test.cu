// Copies of a part of a buffer, and programmatic launches.
#include <gtest/gtest.h>

#include <vector>

#include "kernels/device/device.h"

namespace {

__global__ void add_one(device::span<int> values) {
  device::trigger_dependent_launch();
  device::grid_dependency_wait();
  values[threadIdx.x] = __ldcs(&values[threadIdx.x]) + 1;
}

TEST(DevicePart, DownloadsTheElementsAsked) {
  const std::vector<int> values{1, 2, 3, 4, 5};
  const device::buffer<int> all{std::span<const int>(values)};
  std::vector<int> part(2);
  all.download_part(3, part);
  EXPECT_EQ(part, (std::vector{4, 5}));
  EXPECT_THROW(all.download_part(4, part), device::error);
  EXPECT_THROW(all.download_part(6, part), device::error);
}

TEST(DevicePart, ProgrammaticLaunchesStillSeeTheOneBefore) {
  const std::vector<int> zeros(32);
  device::buffer<int> values{std::span<const int>(zeros)};
  device::stream queue;
  const device::launch_shape shape{.grid = dim3(1), .block = dim3(32), .programmatic_launch = true};
  for (int i = 0; i < 5; ++i) device::launch(queue, add_one, shape, values.view());
  queue.synchronize();
  EXPECT_EQ(values.to_host(), std::vector<int>(32, 5));
}

}  // namespace
