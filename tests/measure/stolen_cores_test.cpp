#include <gtest/gtest.h>
#include <unistd.h>

#include <sstream>

#include "harness/measure/host_pace.h"

namespace {

using namespace retime;

std::optional<double> stolen_in(const std::string& text) {
  std::istringstream stat(text);
  return stolen_s(stat);
}

TEST(StolenCores, AreTheEighthNumberOfAllCores) {
  ASSERT_EQ(sysconf(_SC_CLK_TCK), 100);
  EXPECT_EQ(stolen_in("cpu  1 2 3 4 5 6 7 250 9 10\ncpu0 1 2 3 4 5 6 7 200 9 10\n"), 2.5);
  EXPECT_EQ(stolen_in("cpu  1 2 3 4 5 6 7 0 0 0\n"), 0);
}

TEST(StolenCores, AreUnknownWhereTheSystemDoesNotSay) {
  EXPECT_EQ(stolen_in(""), std::nullopt);
  EXPECT_EQ(stolen_in("cpu  1 2 3 4\n"), std::nullopt);
  EXPECT_EQ(stolen_in("intr 1 2 3 4 5 6 7 8 9\n"), std::nullopt);
}

TEST(StolenCores, AreNoMoreThanThereAre) {
  const stolen_cores watched;
  usleep(50000);
  const std::optional<double> mean = watched.mean();
  ASSERT_TRUE(mean);
  EXPECT_GE(*mean, 0);
  EXPECT_LE(*mean, 1.5 * static_cast<double>(sysconf(_SC_NPROCESSORS_ONLN)));  // to 10 ms of 50
}

}  // namespace
