#include "harness/measure/host_pace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "harness/support/clock.h"

namespace retime {
namespace {

/// The least of some, since tests run beside each other.
double least_pace_ns(double stretch_ns) {
  double least = host_pace_ns(stretch_ns, 0.005);
  for (int i = 0; i < 9; ++i) least = std::min(least, host_pace_ns(stretch_ns, 0.005));
  return least;
}

TEST(HostPace, IsThatOfOneWorkHoweverLongItIsLookedAt) {
  const double brief = least_pace_ns(1e4), longer = least_pace_ns(1e6);
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
