#include "harness/measure/launching_time.h"

#include <gtest/gtest.h>

namespace retime {
namespace {

constexpr double launch_ns = 2e3;

TEST(LaunchingTime, IsWhatItTakesToReturnWhereTheQueueHasRoom) {
  EXPECT_EQ(launching_ns(5e6, {.launches = 999}, launch_ns), 5e6);
}

TEST(LaunchingTime, IsThatOfTheLaunchesWhereTheHostWaitsForRoom) {
  EXPECT_EQ(launching_ns(2e9, {.launches = 5000}, launch_ns), 2e7);
}

TEST(LaunchingTime, IsNoMoreThanItTakesToReturn) {
  EXPECT_EQ(launching_ns(1.2e7, {.launches = 5000}, launch_ns), 1.2e7);
}

TEST(LaunchingTime, OfARunThatWaitsForTheDeviceIsAllOfIt) {
  EXPECT_EQ(launching_ns(2e9, {.launches = 5000, .waits = 1}, launch_ns), 2e9);
}

}  // namespace
}  // namespace retime
