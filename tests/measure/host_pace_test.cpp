#include "harness/measure/host_pace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "harness/host/clock.h"

namespace retime {
namespace {

/// Seen in turn, and each at its least, since tests run beside each other: how far apart they are
/// once they are close, or after a second.
TEST(HostPace, IsThatOfOneWorkHoweverLongItIsLookedAt) {
  double brief = HUGE_VAL, longer = HUGE_VAL;
  const stopwatch watch;
  do {
    brief = std::min(brief, host_pace_ns(1e4, 0.005));
    longer = std::min(longer, host_pace_ns(1e6, 0.005));
  } while (std::abs(std::log(longer / brief)) > 0.3 && watch.s() < 1);
  EXPECT_GT(brief, 100);
  EXPECT_NEAR(std::log(longer / brief), 0, 0.5);
}

TEST(HostPace, TakesTheTimeGiven) {
  const stopwatch watch;
  host_pace_ns(1e9, 0.005);
  EXPECT_GE(watch.s(), 0.005);
  EXPECT_LT(watch.s(), 0.5);
}

}  // namespace
}  // namespace retime
