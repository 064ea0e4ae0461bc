#include <gtest/gtest.h>

#include <stdexcept>

#include "kernels/device/device.h"
#include "kernels/device/emulation/profiled_range.h"
#include "kernels/device/profiled_range.h"

namespace {

__global__ void no_work() {}

TEST(ProfiledRange, HoldsWhatWasLaunchedBetweenItsEndsAlone) {
  device::stream queue;
  const auto launch = [&] { device::launch(queue, no_work, {.grid = dim3(1), .block = dim3(32)}); };
  device::emulation::take_profiled();
  launch();
  {
    const device::profiled_range seen("two");
    launch();
    launch();
  }
  launch();
  try {
    const device::profiled_range seen("ends by an exception");
    throw std::runtime_error("");
  } catch (const std::runtime_error&) {
  }
  const auto ranges = device::emulation::take_profiled();
  ASSERT_EQ(ranges.size(), 2U);
  EXPECT_EQ(ranges[0].name, "two");
  EXPECT_EQ(ranges[0].launches, 2U);
  EXPECT_EQ(ranges[1].name, "ends by an exception");
  EXPECT_EQ(ranges[1].launches, 0U);
  EXPECT_TRUE(device::emulation::take_profiled().empty());
}

}  // namespace
