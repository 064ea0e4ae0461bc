#include "harness/text/number_text.h"

#include <gtest/gtest.h>

namespace retime {
namespace {

TEST(ThreeDigits, HaveNoExponentBelowAMillion) {
  EXPECT_EQ(three_digits(0.05151), "0.0515");
  EXPECT_EQ(three_digits(7.2), "7.2");
  EXPECT_EQ(three_digits(999.4), "999");
  EXPECT_EQ(three_digits(999.6), "1000");
  EXPECT_EQ(three_digits(1893), "1890");
  EXPECT_EQ(three_digits(9996), "10000");
  EXPECT_EQ(three_digits(123'456), "123000");
  EXPECT_EQ(three_digits(1.234e6), "1.23e+06");
}

TEST(RoughTime, HasTheUnitThatOneWaitsIn) {
  EXPECT_EQ(rough_time_text(1.5), "1.5 s");
  EXPECT_EQ(rough_time_text(119.6), "120 s");
  EXPECT_EQ(rough_time_text(1860), "31 min");
  EXPECT_EQ(rough_time_text(12600), "3.5 h");
}

TEST(UtcText, IsTheTimeInUtcWhateverTheZone) {
  EXPECT_EQ(utc_text(1795879800), "2026-11-28T15:30:00Z");
  EXPECT_EQ(utc_text(0, "%Y%m%dT%H%M%S"), "19700101T000000");
}

}  // namespace
}  // namespace retime
