#include "harness/text/duration_text.h"

#include <gtest/gtest.h>

namespace retime {
namespace {

TEST(RoughTime, HasTheUnitThatOneWaitsIn) {
  EXPECT_EQ(rough_time_text(1.5), "1.5 s");
  EXPECT_EQ(rough_time_text(119.6), "120 s");
  EXPECT_EQ(rough_time_text(1860), "31 min");
  EXPECT_EQ(rough_time_text(12600), "3.5 h");
}

}  // namespace
}  // namespace retime
